import fc from "fast-check";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { testServer, type Person } from "../testing/test-server";
import { repeatedDigest } from "../testing/database-digest";
import { allEndpoints } from "../testing/all-endpoints";
import { restorePoint } from "../testing/restore-point";
import { allRoles, type CallerName, type AllRoles } from "./all-roles";
import { randomInput, type RandomInput } from "./random-input";
import { tellFigures } from "./figures";

/** Of each call; `npm run test:safety` tries ten thousand. */
const INPUTS = Number(process.env["SAFETY_INPUTS"] || 25);
/** What is let in changes the world that is asked: after so many it is put back. */
const OF_A_WORLD = 50;
const CALLING: readonly CallerName[] = ["nobody", "user", "participant", "other creator", "owner", "admin"];

let made: { world: AllRoles; putBack: () => Promise<void> } | undefined;
const site = testServer({ config: { requestsPerMinute: 1_000_000_000 }, isKept: () => made !== undefined });
const figures = {
  calls: allEndpoints.length,
  inputs: 0,
  answered: 0,
  refused: 0,
  failed: 0,
  "changed by a refusal": 0,
};

afterAll(() => tellFigures("inputs", figures));

/** All ids of the world, whatever they will be called: a call about a thing is not tried with strangers' ids only. */
const knownIn = ({ people, ...ids }: AllRoles) => [
  ...Object.values(ids),
  "river",
  "2026-04-01T00:00:00Z",
  "requested",
  "creator",
  "blocked",
  "https://pictures.example/poster.png",
  ...Object.values(people).flatMap((person) => (person ? [person.id, person.email] : [])),
];

function send(endpoint: Endpoint, { params, query, body }: RandomInput, person: Person | null, remoteAddress: string) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!.toWellFormed()));
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`]))
    .join("&");
  return site.app.inject({
    method: endpoint.method,
    url: `/api${path}?${search}`,
    remoteAddress,
    headers: {
      "content-type": endpoint.takes ? "application/octet-stream" : "application/json",
      ...(person && { cookie: person.cookie }),
    },
    ...(endpoint.method !== "GET" && { payload: body }),
  });
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

it("knows every call", () => {
  expect(allEndpoints.length).toBeGreaterThan(35);
});

it.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s answers whatever it is sent, and changes nothing when it refuses",
  async (_, endpoint) => {
    if (!made) {
      const world = await allRoles(site);
      made = { world, putBack: await restorePoint(site.db) };
    }
    const { world, putBack } = made;
    const { people } = world;
    const digestNow = repeatedDigest(site.db);
    const atFirst = await digestNow();
    let digest = atFirst;
    made = undefined;
    for (let tried = 0; tried < INPUTS; tried += OF_A_WORLD) {
      const property = fc.asyncProperty(
        randomInput(endpoint, knownIn(world)),
        fc.constantFrom(...CALLING),
        fc.ipV4(),
        async (input, caller, address) => {
          const answer = await send(endpoint, input, people[caller], address);
          figures.inputs += 1;
          if (answer.statusCode < 400) {
            figures.answered += 1;
            // Also of what only reads: whoever looks at their notices is told there what is new.
            digest = await digestNow();
            return;
          }
          if (answer.statusCode >= 500) {
            figures.failed += 1;
            throw new Error(`${answer.statusCode} ${answer.body}`);
          }
          figures.refused += 1;
          errorBody.parse(answer.json());
          if ((await digestNow()) !== digest) {
            figures["changed by a refusal"] += 1;
            throw new Error(`The database is another after a refusal: ${answer.statusCode} ${answer.body}`);
          }
        },
      );
      await fc.assert(property, { numRuns: Math.min(OF_A_WORLD, INPUTS), endOnFailure: true });
      if (digest !== atFirst) await putBack();
      digest = atFirst;
    }
    made = { world, putBack };
  },
  60_000 + INPUTS * 100,
);

const lists = allEndpoints.filter(
  ({ method, query }) => method === "GET" && query.safeParse({}).success && !query.safeParse({ cursor: 7 }).success,
);

it.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s refuses a place at a time that is no date",
  async (_, { path }) => {
    const admin = await site.people.admin();
    for (const at of [9e15, 8.64e15, 3e14]) {
      const cursor = Buffer.from(JSON.stringify([at, [0, 0, "x"]])).toString("base64url");
      const url = `/api${path.replace(/:email/, admin.email).replace(/:\w+/, "river")}?cursor=${cursor}`;
      const answer = await site.api.as(admin).send({ method: "GET", url });
      // Of something that is not there nothing is listed, from whatever place.
      expect(answer.statusCode).toBe(/:(contestId|id)\b/.test(path) ? 404 : 422);
    }
  },
);
