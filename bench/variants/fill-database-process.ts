import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import { fillHere } from "./filled-database";

/** Program: fills the database of the first argument with the given number of contests and sends the facts to its parent. */

const [place = "", contests = ""] = process.argv.slice(2);
try {
  const facts = await fillHere(JSON.parse(place) as DatabaseLocation, Number(contests));
  process.send?.(facts);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
process.disconnect?.();
