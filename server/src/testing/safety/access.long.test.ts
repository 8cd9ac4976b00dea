import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { testServer, type Person } from "../test-server";
import { databaseDigest } from "../database-digest";
import { allEndpoints } from "../all-endpoints";
import { restorePoint } from "../restore-point";
import { ACCESS_MATRIX, ACCESS_TO_OTHER_USERS } from "./access-matrix";
import { CALLERS, createAllRoles, type CallerName, type AllRoles, writeStatistics } from "./all-roles";

let shared: { world: AllRoles; restore: () => Promise<void> } | undefined;
const site = testServer({ config: { requestsPerMinute: 1_000_000 }, isKept: () => shared !== undefined });

/**
 * Shares the fixtures between tests because creating them is slow; restores them unless the test left them unchanged.
 */
async function withWorld(
  test: (world: AllRoles) => Promise<void>,
  { isUnchanged }: { isUnchanged: boolean },
): Promise<void> {
  if (!shared) {
    const world = await createAllRoles(site);
    shared = { world, restore: await restorePoint(site.db) };
  }
  const { world, restore } = shared;
  shared = undefined;
  await test(world);
  if (!isUnchanged) await restore();
  shared = { world, restore };
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const endpointOf = new Map(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

const STRANGER: Person = { id: "none", uid: "none", email: "stranger@example.com", name: "Stranger", cookie: "" };

function request(endpoint: Endpoint, world: AllRoles, caller: CallerName, ask: (typeof ACCESS_MATRIX)[string]["ask"]) {
  const person = world.people[caller];
  const { params = {}, query = {}, body = {} } = ask?.(world, person ?? STRANGER) ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  return site.app.inject({
    method: endpoint.method,
    url: `/api${path}?${new URLSearchParams(query).toString()}`,
    headers: {
      ...(person && { cookie: person.cookie }),
      ...(endpoint.takes && { "content-type": "application/octet-stream" }),
    },
    ...(endpoint.method !== "GET" && { payload: body }),
  });
}

const NO_SESSION: readonly CallerName[] = ["visitor", "expired", "forged"];

function expectedStatuses(
  { access }: Endpoint,
  caller: CallerName,
  { others = 403, conflict = [] }: (typeof ACCESS_MATRIX)[string],
): number[] {
  // Public endpoints reveal no more than to a visitor.
  if (access === "everyone") return [others];
  if (NO_SESSION.includes(caller)) return [401];
  // Endpoints without session authentication return 401 to all callers.
  if (caller === "blocked" || caller === "removed") return [others === 401 ? 401 : 403];
  if (conflict.includes(caller)) return [409, 422, 404];
  return [others];
}

it("has a row for every endpoint", () => {
  expect([...endpointOf.keys()].filter((name) => !(name in ACCESS_MATRIX))).toEqual([]);
  expect(Object.keys({ ...ACCESS_MATRIX, ...ACCESS_TO_OTHER_USERS }).filter((name) => !endpointOf.has(name))).toEqual(
    [],
  );
});

const figures = {
  calls: allEndpoints.length,
  "kinds of caller": CALLERS.length,
  "tried and let in": 0,
  "tried and refused": 0,
  wrong: 0,
};
afterAll(() => writeStatistics("access", figures));

const rows = [
  ...Object.entries(ACCESS_MATRIX).map(([name, row]) => ({ title: name, name, row })),
  ...Object.entries(ACCESS_TO_OTHER_USERS).map(([name, row]) => ({ title: `${name} of another user`, name, row })),
].filter(({ name }) => endpointOf.has(name));

describe.each(rows)("$title", ({ name, row }) => {
  const endpoint = endpointOf.get(name)!;

  it("rejects all other callers and changes nothing", () =>
    withWorld(
      async (world) => {
        const before = await databaseDigest(site.db);
        const wrong: string[] = [];
        for (const caller of CALLERS.filter((each) => !row.may.includes(each))) {
          const answer = await request(endpoint, world, caller, row.ask);
          const expected = expectedStatuses(endpoint, caller, row);
          figures["tried and refused"] += 1;
          if (!expected.includes(answer.statusCode))
            wrong.push(
              `${caller}: ${answer.statusCode} rather than ${expected.join(" or ")}, ${answer.body.slice(0, 200)}`,
            );
          else errorBody.parse(answer.json());
        }
        figures.wrong += wrong.length;
        expect(wrong).toEqual([]);
        expect(await databaseDigest(site.db)).toBe(before);
      },
      { isUnchanged: true },
    ));

  const groups = endpoint.method === "GET" ? [row.may] : row.may.map((caller) => [caller]);
  for (const callers of groups.filter(({ length }) => length > 0)) {
    it(`accepts ${callers.join(", ")}`, () =>
      withWorld(
        async (world) => {
          for (const caller of callers) {
            const answer = await request(endpoint, world, caller, row.ask);
            figures["tried and let in"] += 1;
            if (answer.statusCode !== 200) throw new Error(`${caller}: ${answer.statusCode} ${answer.body}`);
            if (endpoint.sends === undefined) endpoint.response.parse(answer.json());
          }
        },
        { isUnchanged: endpoint.method === "GET" },
      ));
  }
});
