import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import { fillHere } from "./filled-database";

/** Fills a database in a process of its own: its place and how many contests are the arguments, what there is to ask about goes to the parent. */

const [place = "", contests = ""] = process.argv.slice(2);
try {
  const facts = await fillHere(JSON.parse(place) as DatabaseLocation, Number(contests));
  process.send?.(facts);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
process.disconnect?.();
