import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { errorBody } from "@conquest/shared/contracts/http/errors";
import { testServer, type Person } from "../testing/test-server";
import { databaseDigest } from "../testing/database-digest";
import { allEndpoints } from "../testing/all-endpoints";
import { restorePoint } from "../testing/restore-point";
import { ACCESS_MATRIX, OF_ANOTHER } from "./access-matrix";
import { tellFigures } from "./figures";
import { CALLERS, allRoles, type CallerName, type AllRoles } from "./all-roles";

let made: { world: AllRoles; putBack: () => Promise<void> } | undefined;
const site = testServer({ config: { requestsPerMinute: 1_000_000 }, isKept: () => made !== undefined });

/** Making a world takes longer than most tests in it: each leaves it to the next, as it was before where it may change it. */
async function inAWorld(test: (world: AllRoles) => Promise<void>, { isLeft }: { isLeft: boolean }): Promise<void> {
  if (!made) {
    const world = await allRoles(site);
    made = { world, putBack: await restorePoint(site.db) };
  }
  const { world, putBack } = made;
  made = undefined;
  await test(world);
  if (!isLeft) await putBack();
  made = { world, putBack };
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const endpointOf = new Map(allEndpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

/** Somebody whose address is asked for where there is nobody. */
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

const NO_SESSION: readonly CallerName[] = ["nobody", "expired", "forged"];

/** What a caller is to be answered who may not. */
function refusalOf(
  { access }: Endpoint,
  caller: CallerName,
  { others = 403, conflict = [] }: (typeof ACCESS_MATRIX)[string],
): number[] {
  // Whoever it is not for learns no more than a visitor.
  if (access === "everyone") return [others];
  if (NO_SESSION.includes(caller)) return [401];
  // 401 where no session counts, whoever it is.
  if (caller === "blocked" || caller === "removed") return [others === 401 ? 401 : 403];
  if (conflict.includes(caller)) return [409, 422, 404];
  return [others];
}

it("has a row for every call", () => {
  expect([...endpointOf.keys()].filter((name) => !(name in ACCESS_MATRIX))).toEqual([]);
  expect(Object.keys({ ...ACCESS_MATRIX, ...OF_ANOTHER }).filter((name) => !endpointOf.has(name))).toEqual([]);
});

const figures = {
  calls: allEndpoints.length,
  "kinds of caller": CALLERS.length,
  "tried and let in": 0,
  "tried and refused": 0,
  wrong: 0,
};
afterAll(() => tellFigures("access", figures));

// What has no call is told by the test above.
const rows = [
  ...Object.entries(ACCESS_MATRIX).map(([name, row]) => ({ title: name, name, row })),
  ...Object.entries(OF_ANOTHER).map(([name, row]) => ({ title: `${name} of somebody else`, name, row })),
].filter(({ name }) => endpointOf.has(name));

describe.each(rows)("$title", ({ name, row }) => {
  const endpoint = endpointOf.get(name)!;

  it("is refused to whoever may not, and nothing is changed by it", () =>
    inAWorld(
      async (world) => {
        const before = await databaseDigest(site.db);
        const wrong: string[] = [];
        for (const caller of CALLERS.filter((each) => !row.may.includes(each))) {
          const answer = await request(endpoint, world, caller, row.ask);
          const expected = refusalOf(endpoint, caller, row);
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
      { isLeft: true },
    ));

  // What only reads is asked by all of them one after the other.
  const turns = endpoint.method === "GET" ? [row.may] : row.may.map((caller) => [caller]);
  for (const turn of turns.filter(({ length }) => length > 0)) {
    it(`is open to ${turn.join(", ")}`, () =>
      inAWorld(
        async (world) => {
          for (const caller of turn) {
            const answer = await request(endpoint, world, caller, row.ask);
            figures["tried and let in"] += 1;
            if (answer.statusCode !== 200) throw new Error(`${caller}: ${answer.statusCode} ${answer.body}`);
            if (endpoint.sends === undefined) endpoint.response.parse(answer.json());
          }
        },
        { isLeft: endpoint.method === "GET" },
      ));
  }
});
