import {
  getContestDetails,
  listContests,
  listPopularContests,
  searchContests,
} from "@conquest/shared/contracts/listing";
import { fillDatabase, type Facts } from "../variants/filled-database";
import { openBare } from "../variants/open-bare";
import type { DatabaseKind, Databases } from "../variants/open-databases";
import { openServer } from "../variants/open-server";
import { sendOk, type Answer } from "./send-request";
import { alternateRuns, withPinnedCores, type Comparison } from "./comparison";
import { pathOf } from "./request-groups";
import { ENCODINGS, requestsPerSecond } from "./requests-a-second";

const CALLS: Record<string, (facts: Facts) => string> = {
  "popular contests": () => pathOf(listPopularContests),
  "all contests": () => pathOf(listContests),
  "a contest": ({ openIds }) => pathOf(getContestDetails, { id: openIds.at(-1)! }),
  search: () => pathOf(searchContests, { searchTerm: "jury" }),
};

interface Options {
  kind: DatabaseKind;
  contests: number;
  rounds: number;
  seconds: number;
}

/** Measures public calls per second, compared with bare Fastify sending the same bytes and headers. */
export async function measurePublicCalls(
  databases: Databases,
  { kind, contests, rounds, seconds }: Options,
): Promise<Comparison[]> {
  const place = await databases.add(kind);
  const facts = await fillDatabase(place, contests);
  const server = await openServer(place);
  try {
    const paths = new Map(Object.entries(CALLS).map(([name, path]) => [name, path(facts)]));
    const answers = new Map<string, Answer>();
    for (const path of paths.values())
      answers.set(path, await sendOk({ port: server.port, path, headers: { "accept-encoding": ENCODINGS } }));
    const bare = await openBare(answers);
    try {
      const measureRate = (port: number, path: string) =>
        requestsPerSecond(port, seconds, (request) => ({ ...request, path }));
      const comparisons = [...paths].map(([name, path]) => ({
        path,
        comparison: {
          measure: "public",
          what: `${kind}: ${name}, ${answers.get(path)!.body.length} bytes`,
          other: "bare Fastify",
          product: [],
          others: [],
          unit: "a second",
        } as Comparison,
      }));
      await withPinnedCores([server, bare], async () => {
        for (const path of paths.values()) for (const { port } of [server, bare]) await measureRate(port, path);
        await alternateRuns(
          rounds,
          comparisons.map(({ comparison, path }) => [
            comparison,
            () => measureRate(server.port, path),
            () => measureRate(bare.port, path),
          ]),
        );
      });
      return comparisons.map(({ comparison }) => comparison);
    } finally {
      await bare.close();
    }
  } finally {
    await server.close();
  }
}
