// Records come in, one a line with what was sealed before it, and for each goes out whether it is verified. Those of
// before format 3 have a check of their own, for whoever asks for it by "older".

import { createInterface } from "node:readline";
import { Fault, verify } from "../../src/sobremesa/client/verify.js";
import { verify as verifyOlder } from "../../src/sobremesa/client/verify2.js";

const check = process.argv[2] === "older" ? verifyOlder : verify;

for await (const line of createInterface({ input: process.stdin })) {
  const [text, sheet] = JSON.parse(line);
  try {
    check(text, sheet ?? undefined);
    console.log("verified");
  } catch (fault) {
    console.log(fault instanceof Fault ? "refused" : `broken ${fault}`);
  }
}
