// Records come in, one a line with what was sealed before it, and for each goes out whether it is verified.

import { createInterface } from "node:readline";
import { Fault, verify } from "../../src/sobremesa/client/verify.js";

for await (const line of createInterface({ input: process.stdin })) {
  const [text, sheet] = JSON.parse(line);
  try {
    verify(text, sheet ?? undefined);
    console.log("verified");
  } catch (fault) {
    console.log(fault instanceof Fault ? "refused" : `broken ${fault}`);
  }
}
