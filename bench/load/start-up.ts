import { openDatabase } from "@conquest/server/src/database/open-database";
import { fillDatabase } from "../variants/filled-database";
import type { Databases } from "../variants/open-databases";
import { openServer } from "../variants/open-server";
import { alternateRuns, type Comparison } from "./comparison";

export async function measureStartUp(
  databases: Databases,
  { contests, rounds }: { contests: number; rounds: number },
): Promise<Comparison[]> {
  const full = await databases.add("embedded");
  await fillDatabase(full, contests);
  const empty = await databases.add("embedded");
  const database = await openDatabase(empty);
  await database.migrate();
  await database.close();
  const start = async (place: typeof full) => {
    const server = await openServer(place);
    await server.close();
    return server.startedIn;
  };
  const comparison: Comparison = {
    measure: "start",
    what: `embedded, ${contests} contests`,
    other: "empty",
    product: [],
    others: [],
    unit: "ms",
  };
  // Warms up the file system cache.
  await start(full);
  await start(empty);
  await alternateRuns(rounds, [[comparison, () => start(full), () => start(empty)]]);
  return [comparison];
}
