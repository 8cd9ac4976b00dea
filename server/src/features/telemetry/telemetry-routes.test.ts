import { count } from "drizzle-orm";
import {
  listIncidents,
  listPartHealth,
  sendTelemetry,
  type TelemetryBatch,
} from "@conquest/shared/contracts/telemetry";
import { buildApp } from "../../app";
import { telemetryHours, telemetryIncidents } from "../../database/schema/operation";
import { disable, activateRelease } from "../../releases/deploy/change-registry";
import { releasePart } from "../../releases/deploy/release-part";
import { aRemoteBuild, aShellBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";
import { DAY, HOUR } from "../../testing/test-clock";
import { MAX_INCIDENTS_PER_KIND } from "./telemetry-repository";

const site = testServer();

const byTests = { who: "tests", why: "because" };

async function releaseSite(): Promise<string> {
  await releasePart(site)(aShellBuild(), byTests);
  return (await releasePart(site)(aRemoteBuild(), byTests)).version;
}

const createSample = (version: string, change: Partial<TelemetryBatch["samples"][number]> = {}) => ({
  part: "mf-public",
  version,
  page: "/",
  metric: "load" as const,
  value: 120,
  ...change,
});

const createIncident = (version: string, change: Partial<TelemetryBatch["incidents"][number]> = {}) => ({
  part: "mf-public",
  version,
  page: "/contest-details/:id",
  kind: "crash" as const,
  incident: "3f9a01bc",
  reason: "crash",
  message: "x is not a function",
  ...change,
});

const send = (batch: Partial<TelemetryBatch>) =>
  site.api.call(sendTelemetry, { body: { samples: [], incidents: [], ...batch } });
const health = async (period?: "24h" | "7d") => {
  const { parts, ...span } = await site.api
    .as(await site.people.admin())
    .call(listPartHealth, { query: period ? { period } : {} });
  return { ...span, parts, part: parts.find(({ part }) => part === "mf-public")! };
};

describe("browser telemetry", () => {
  it("is counted by part, version and page, and returned to an admin", async () => {
    const version = await releaseSite();
    await send({
      samples: [
        createSample(version),
        createSample(version, { metric: "LCP", value: 900 }),
        createSample(version, { metric: "TTFB", value: 80 }),
        createSample(version, { metric: "CLS", value: 0.2 }),
      ],
      incidents: [createIncident(version)],
    });
    await send({ samples: [createSample(version, { value: 130 })] });
    const { part } = await health();
    expect(part).toMatchObject({
      currentVersion: version,
      canaryVersion: null,
      loads: 2,
      incidents: { crash: 1, failure: 0, fallback: 0, error: 0, policy: 0 },
    });
    expect(part.p75.load).toBeGreaterThan(100);
    expect(part.p75.load).toBeLessThanOrEqual(150);
    expect(part.p75.INP).toBeNull();
    expect(part.versions).toMatchObject([{ version, loads: 2 }]);
    expect(part.pages).toMatchObject([{ page: "/", visits: 1, p75: { CLS: expect.any(Number) } }]);
    expect(part.steps).toHaveLength(24);
    expect(part.steps.at(-1)).toMatchObject({ at: site.clock.now().toISOString(), loads: 2, troubles: 1 });
    expect(part.changes).toMatchObject([{ action: "release", version, who: "tests", why: "because" }]);
  });

  it("is accepted from every role", async () => {
    const version = await releaseSite();
    for (const role of ["user", "creator", "admin"] as const) {
      const sender = site.api.as(await site.people[role]());
      expect(await sender.call(sendTelemetry, { body: { samples: [createSample(version)], incidents: [] } })).toEqual({
        success: true,
      });
    }
    expect((await health()).part.loads).toBe(3);
  });

  it("is dropped for unknown releases and loses unknown pages", async () => {
    const version = await releaseSite();
    await send({
      samples: [
        createSample("0000000000000000"),
        createSample(version, { part: "mf-nobody" }),
        createSample(version, { page: "/nobody@example.com".replace("@", "-") }),
      ],
      incidents: [createIncident("0000000000000000"), createIncident(version, { part: "mf-nobody" })],
    });
    const { parts, part } = await health();
    expect(parts.map((each) => each.part)).toEqual(["shell", "mf-public"]);
    expect(part).toMatchObject({ loads: 1, pages: [], incidents: { crash: 0 } });
    expect(await site.db.select().from(telemetryIncidents)).toEqual([]);
  });

  it.each([
    ["samples.0.metric", { samples: [{ ...createSample("1"), metric: "FID" }] }],
    ["samples.0.value", { samples: [createSample("1", { value: -1 })] }],
    ["samples.0.value", { samples: [{ ...createSample("1"), value: "7" }] }],
    ["samples.0.part", { samples: [createSample("1", { part: "Robert'); drop" })] }],
    ["samples.0.version", { samples: [createSample("../..")] }],
    ["samples.0.page", { samples: [createSample("1", { page: "/contests?q=ann@example.com" })] }],
    ["samples", { samples: Array.from({ length: 61 }, () => createSample("1")) }],
    ["incidents", { incidents: Array.from({ length: 21 }, () => createIncident("1")) }],
    ["incidents.0.kind", { incidents: [{ ...createIncident("1"), kind: "fun" }] }],
    ["incidents.0.incident", { incidents: [createIncident("1", { incident: "%" })] }],
    ["incidents.0.reason", { incidents: [createIncident("1", { reason: "Any sentence" })] }],
    ["incidents.0.message", { incidents: [createIncident("1", { message: "a".repeat(301) })] }],
    ["incidents.0.message", { incidents: [createIncident("1", { message: "NUL \u0000" })] }],
  ])("is rejected if %s is invalid", async (field, change) => {
    await releaseSite();
    const answer = await site.api.send({
      method: "POST",
      url: "/api/telemetry",
      payload: { samples: [], incidents: [], ...change },
    });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().error.fields)).toEqual([field]);
    expect((await health()).part.loads).toBe(0);
    expect(await site.db.select().from(telemetryHours)).toEqual([]);
  });

  it("is rejected if it is too long", async () => {
    const answer = await site.api.send({
      method: "POST",
      url: "/api/telemetry",
      payload: { samples: [], incidents: [], more: "a".repeat(33 * 1024) },
    });
    expect(answer.statusCode).toBe(413);
  });

  it("is rate-limited", async () => {
    for (let sent = 0; sent < 60; sent += 1) await send({});
    expect((await site.api.expectError(sendTelemetry, { body: { samples: [], incidents: [] } })).status).toBe(429);
  });

  it("is rejected from another site", async () => {
    const answer = await site.api.send({
      method: "POST",
      url: "/api/telemetry",
      headers: { origin: "https://evil.example" },
      payload: { samples: [], incidents: [] },
    });
    expect(answer.statusCode).toBe(403);
  });

  it("is buffered and written when the server stops", async () => {
    const version = await releaseSite();
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: site.config });
    await other.inject({
      method: "POST",
      url: "/api/telemetry",
      payload: { samples: [createSample(version)], incidents: [] },
    });
    expect(await site.db.select().from(telemetryHours)).toEqual([]);
    await other.close();
    expect(await site.db.select().from(telemetryHours)).toMatchObject([
      { part: "mf-public", version, metric: "load", page: "/", count: 1 },
    ]);
  });

  it("is summed over several servers", async () => {
    const version = await releaseSite();
    const other = await buildApp({ db: site.db, identity: site.identity, clock: site.clock, config: site.config });
    await other.inject({
      method: "POST",
      url: "/api/telemetry",
      payload: { samples: [createSample(version)], incidents: [] },
    });
    await send({ samples: [createSample(version)] });
    await other.close();
    expect((await health()).part.loads).toBe(2);
  });

  it("is deleted after the retention period", async () => {
    const version = await releaseSite();
    await send({ samples: [createSample(version)] });
    expect((await health()).part.loads).toBe(1);
    site.clock.advance(DAY);
    expect((await health()).part.loads).toBe(0);
    expect((await health("7d")).part.loads).toBe(1);
    site.clock.advance(8 * DAY);
    await send({ samples: [createSample(version)] });
    expect((await health("7d")).part.loads).toBe(1);
    expect(await site.db.select({ rows: count() }).from(telemetryHours)).toEqual([{ rows: 1 }]);
  });
});

describe("part health", () => {
  it("is shown by version with the changes of the part", async () => {
    const first = await releaseSite();
    await send({ samples: [createSample(first), createSample(first)] });
    site.clock.advance(2 * HOUR);
    const second = (await releasePart(site)(aRemoteBuild({ text: "again" }), { who: "Ann", why: "a better button" }))
      .version;
    await send({
      samples: [createSample(second, { value: 3000 })],
      incidents: [createIncident(second, { kind: "failure", reason: "timeout" })],
    });
    await disable(site)("mf-public", { who: "Ann", why: "It is being repaired." });
    const { part } = await health("7d");
    expect(part.currentVersion).toBe(second);
    expect(part.versions.map(({ version, loads, incidents }) => [version, loads, incidents.failure])).toEqual([
      [second, 1, 1],
      [first, 2, 0],
    ]);
    expect(part.changes.map(({ action, version, who }) => [action, version, who])).toEqual([
      ["release", first, "tests"],
      ["release", second, "Ann"],
      ["disable", second, "Ann"],
    ]);
    expect(part.steps).toHaveLength(28);
  });

  it("includes the canary", async () => {
    const first = await releaseSite();
    const second = (await releasePart(site)(aRemoteBuild({ text: "again" }), byTests, { canary: 10 })).version;
    expect((await health()).part).toMatchObject({ currentVersion: first, canaryVersion: second });
    await activateRelease(site)("mf-public", second, byTests);
    expect((await health()).part).toMatchObject({ currentVersion: second, canaryVersion: null });
  });

  it("is limited to admins", async () => {
    expect((await site.api.expectError(listPartHealth, {})).status).toBe(401);
    for (const role of ["user", "creator"] as const)
      expect((await site.api.as(await site.people[role]()).expectError(listPartHealth, {})).status).toBe(403);
  });

  it("rejects other periods", async () => {
    const answer = await site.api
      .as(await site.people.admin())
      .send({ method: "GET", url: "/api/part-health?period=1y" });
    expect(answer.statusCode).toBe(422);
  });
});

describe("an incident", () => {
  it("is found by its id or a prefix", async () => {
    const version = await releaseSite();
    await send({
      incidents: [
        createIncident(version),
        createIncident(version, { incident: "aaaa0000", kind: "policy", reason: "script-src" }),
      ],
    });
    const admin = site.api.as(await site.people.admin());
    const crash = { ...createIncident(version), at: site.clock.now().toISOString() };
    expect(await admin.call(listIncidents, { query: { id: " 3F9A01BC " } })).toEqual([crash]);
    expect(await admin.call(listIncidents, { query: { id: "3f9" } })).toEqual([crash]);
    expect((await admin.call(listIncidents, {})).map(({ incident }) => incident)).toEqual(["aaaa0000", "3f9a01bc"]);
  });

  it.each(["%", "_", "3f9a01bc0", "\u0000", "zzz"])("is not found by %j", async (id) => {
    await send({ incidents: [createIncident(await releaseSite())] });
    const answer = await site.api
      .as(await site.people.admin())
      .send({ method: "GET", url: `/api/incidents?id=${encodeURIComponent(id)}` });
    expect(answer.statusCode === 422 || (answer.statusCode === 200 && answer.json().length === 0)).toBe(true);
  });

  it("is kept while it is among the newest of its part and kind", async () => {
    const version = await releaseSite();
    const row = { ...createIncident(version), message: "", at: site.clock.now() };
    await site.db.insert(telemetryIncidents).values(Array.from({ length: MAX_INCIDENTS_PER_KIND }, () => row));
    await send({ incidents: [createIncident(version, { incident: "00000001" })] });
    const admin = site.api.as(await site.people.admin());
    expect((await admin.call(listIncidents, {}))[0]).toMatchObject({ incident: "00000001" });
    expect(await site.db.select({ rows: count() }).from(telemetryIncidents)).toEqual([
      { rows: MAX_INCIDENTS_PER_KIND },
    ]);
  });

  it("is not displaced by other parts, kinds, releases or reasons", async () => {
    const version = await releaseSite();
    const older = (await releasePart(site)(aRemoteBuild({ text: "2" }), byTests)).version;
    const shell = (await releasePart(site)(aShellBuild("2"), byTests)).version;
    const rare = [
      createIncident(version, { incident: "00000001", kind: "failure", reason: "missing" }),
      createIncident(shell, { incident: "00000002", part: "shell" }),
      createIncident(older, { incident: "00000003" }),
      createIncident(version, { incident: "00000004", reason: "timeout" }),
    ];
    await send({ incidents: rare });
    for (let batch = 0; batch < 12; batch += 1)
      await send({ incidents: Array.from({ length: 20 }, () => createIncident(version, { incident: "ffffffff" })) });
    const admin = site.api.as(await site.people.admin());
    for (const { incident } of rare)
      expect(await admin.call(listIncidents, { query: { id: incident } })).toHaveLength(1);
    expect((await site.db.select().from(telemetryIncidents)).length).toBeLessThanOrEqual(MAX_INCIDENTS_PER_KIND + 2);
  });

  it("loses a page that its part does not have", async () => {
    const version = await releaseSite();
    await send({
      incidents: [
        createIncident(version, { page: "/users/ann-lee" }),
        createIncident(version, { incident: "00000001" }),
      ],
    });
    expect((await site.api.as(await site.people.admin()).call(listIncidents, {})).map(({ page }) => page)).toEqual([
      "/contest-details/:id",
      "",
    ]);
  });

  it("is limited to admins", async () => {
    expect((await site.api.expectError(listIncidents, {})).status).toBe(401);
    for (const role of ["user", "creator"] as const)
      expect((await site.api.as(await site.people[role]()).expectError(listIncidents, {})).status).toBe(403);
  });
});
