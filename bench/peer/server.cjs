// A bare race with dice on boardgame.io, in memory: two players throw in turn until one has gone far enough.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const FAR = Number(process.env.PEER_FAR ?? 1000000);

const race = {
  name: "race",
  setup: () => ({ places: [0, 0], thrown: [] }),
  moves: {
    go: ({ G, ctx, random }, times) => {
      if (times !== 1 && times !== 2) return INVALID_MOVE;
      const thrown = random.D6(2);
      G.thrown = thrown;
      G.places[Number(ctx.currentPlayer)] += times * (thrown[0] + thrown[1]);
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => {
    const winner = G.places.findIndex((place) => place >= FAR);
    return winner >= 0 ? { winner } : undefined;
  },
};

const server = Server({ games: [race], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.env.PORT ?? 0), callback: () => undefined }).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}/`);
});
