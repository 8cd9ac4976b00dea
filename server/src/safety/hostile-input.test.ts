import type { Endpoint } from "@conquest/shared/contracts/endpoint";
import { errorBody } from "@conquest/shared/contracts/errors";
import { aServer } from "../testing/a-server";
import { everyEndpoint } from "../testing/every-endpoint";

const site = aServer();

const NASTY = [
  "\u0000",
  "'; drop table users; --",
  "%",
  "_",
  "\\",
  "(a+)+$",
  "🏆".repeat(60),
  "a".repeat(1500),
  "00000000-0000-4000-8000-000000000000",
  "-1",
  "1e999",
  "NaN",
  "__proto__",
  "constructor",
];
const NASTY_BODIES: unknown[] = [
  null,
  [],
  "text",
  { email: { $ne: null } },
  { contestId: ["x"], email: 7, ids: ["\u0000"], text: {}, role: [], status: {} },
  { name: "\u0000", prize: "1e9", registrationPrice: -1, deadline: "2026-02-31T1:1:1Z", tags: "__proto__" },
];

const title = ({ method, path }: Endpoint) => `${method} ${path}`;

it("knows every call", () => {
  expect(everyEndpoint.length).toBeGreaterThan(35);
});

it.each(everyEndpoint.map((endpoint) => [title(endpoint), endpoint] as const))("%s never fails on what it is sent", async (_, { method, path }) => {
  const admin = await site.people.admin();
  const creator = await site.people.creator();
  for (const person of [admin, creator]) {
    const requests = NASTY.map((text, position) => ({
      method,
      url: `/api${path.replace(/:\w+/g, () => encodeURIComponent(text))}?q=${encodeURIComponent(text)}&limit=${position}&cursor=${Buffer.from(JSON.stringify([position, [text, 1]])).toString("base64url")}`,
      ...(method === "GET" ? {} : { payload: JSON.stringify(NASTY_BODIES[position % NASTY_BODIES.length]) }),
      headers: { "content-type": "application/json" },
    }));
    for (const request of requests) {
      const answer = await site.api.as(person).send(request);
      if (answer.statusCode >= 500) throw new Error(`${request.method} ${request.url} ${"payload" in request ? request.payload : ""}: ${answer.body}`);
      if (answer.statusCode >= 400) errorBody.parse(answer.json());
    }
  }
});

const lists = everyEndpoint.filter(({ method, query }) => method === "GET" && query.safeParse({ cursor: 7 }).success === false);

it.each(lists.map((endpoint) => [title(endpoint), endpoint] as const))("%s refuses a place at a time that is no date", async (_, { path }) => {
  const admin = await site.people.admin();
  for (const at of [9e15, 8.64e15, 3e14]) {
    const cursor = Buffer.from(JSON.stringify([at, [0, 0, "x"]])).toString("base64url");
    const url = `/api${path.replace(/:email/, admin.email).replace(/:\w+/, "river")}?cursor=${cursor}`;
    const answer = await site.api.as(admin).send({ method: "GET", url });
    expect(answer.statusCode).toBe(path.includes("contestId") ? 404 : 422);
  }
});
