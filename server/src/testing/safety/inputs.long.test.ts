import fc from "fast-check";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { testServer, type Person } from "../test-server";
import { repeatedDigest } from "../database-digest";
import { allEndpoints } from "../all-endpoints";
import { restorePoint } from "../restore-point";
import { createAllRoles, type CallerName, type AllRoles, writeStatistics } from "./all-roles";
import { randomInput, type RandomInput } from "./random-input";

/** Inputs per endpoint; `npm run test:safety` tries ten thousand. */
const INPUTS = Number(process.env["SAFETY_INPUTS"] || 25);
/** Accepted requests change the data, so it is restored after this many. */
const INPUTS_PER_WORLD = 50;
const CALLER_NAMES: readonly CallerName[] = ["visitor", "user", "participant", "other creator", "owner", "admin"];

let shared: { world: AllRoles; restore: () => Promise<void> } | undefined;
const site = testServer({ config: { requestsPerMinute: 1_000_000_000 }, isKept: () => shared !== undefined });
const figures = {
  calls: allEndpoints.length,
  inputs: 0,
  answered: 0,
  refused: 0,
  failed: 0,
  "changed by a refusal": 0,
};

afterAll(() => writeStatistics("inputs", figures));

/** All known ids, so that some inputs refer to existing objects. */
const knownValues = ({ people, ...ids }: AllRoles) => [
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

it("finds all endpoints", () => {
  expect(allEndpoints.length).toBeGreaterThan(35);
});

it.each(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s handles any input and changes nothing on errors",
  async (_, endpoint) => {
    if (!shared) {
      const world = await createAllRoles(site);
      shared = { world, restore: await restorePoint(site.db) };
    }
    const { world, restore } = shared;
    const { people } = world;
    const digestNow = repeatedDigest(site.db);
    const initialDigest = await digestNow();
    let digest = initialDigest;
    shared = undefined;
    for (let tried = 0; tried < INPUTS; tried += INPUTS_PER_WORLD) {
      const property = fc.asyncProperty(
        randomInput(endpoint, knownValues(world)),
        fc.constantFrom(...CALLER_NAMES),
        fc.ipV4(),
        async (input, caller, address) => {
          const response = await send(endpoint, input, people[caller], address);
          figures.inputs += 1;
          if (response.statusCode < 400) {
            figures.answered += 1;
            // Updated after reads too: reading notifications marks them as read.
            digest = await digestNow();
            return;
          }
          if (response.statusCode >= 500) {
            figures.failed += 1;
            throw new Error(`${response.statusCode} ${response.body}`);
          }
          figures.refused += 1;
          errorBody.parse(response.json());
          if ((await digestNow()) !== digest) {
            figures["changed by a refusal"] += 1;
            throw new Error(`The database is another after a refusal: ${response.statusCode} ${response.body}`);
          }
        },
      );
      await fc.assert(property, { numRuns: Math.min(INPUTS_PER_WORLD, INPUTS), endOnFailure: true });
      if (digest !== initialDigest) await restore();
      digest = initialDigest;
    }
    shared = { world, restore };
  },
  60_000 + INPUTS * 100,
);

const lists = allEndpoints.filter(
  ({ method, query }) => method === "GET" && query.safeParse({}).success && !query.safeParse({ cursor: 7 }).success,
);

it.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s rejects a cursor with an invalid date",
  async (_, { path }) => {
    const admin = await site.people.admin();
    for (const at of [9e15, 8.64e15, 3e14]) {
      const cursor = Buffer.from(JSON.stringify([at, [0, 0, "x"]])).toString("base64url");
      const url = `/api${path.replace(/:email/, admin.email).replace(/:\w+/, "river")}?cursor=${cursor}`;
      const response = await site.api.as(admin).send({ method: "GET", url });
      // Lists of missing objects return 404 before the cursor is checked.
      expect(response.statusCode).toBe(/:(contestId|id)\b/.test(path) ? 404 : 422);
    }
  },
);
