import { readFile } from "node:fs/promises";
import path from "node:path";
import { sendTelemetry } from "@conquest/shared/contracts/telemetry";
import { serverFolder } from "../../config/folders";
import { releasePart } from "../../releases/deploy/release-part";
import { aRemoteBuild } from "../../testing/sample-builds";
import { testServer } from "../../testing/test-server";

const TOKEN = "a-token-of-some-length";

describe("with a token", () => {
  const site = testServer({ config: { metricsToken: TOKEN } });
  const read = (authorization?: string) =>
    site.api.send({ method: "GET", url: "/metrics", headers: authorization === undefined ? {} : { authorization } });

  it("reports requests by route pattern, loads by version, and process metrics", async () => {
    const { version } = await releasePart(site)(aRemoteBuild(), { who: "tests", why: "" });
    await site.api.send({ method: "GET", url: "/api/contest-details/11111111-1111-4111-8111-111111111111" });
    await site.api.send({ method: "GET", url: "/mf/nothing" });
    const of = { part: "mf-public", version, page: "" };
    await site.api.call(sendTelemetry, {
      body: {
        samples: [{ ...of, metric: "load", value: 150 }],
        incidents: [{ ...of, kind: "fallback", incident: "3f9a01bc", reason: "missing", message: "" }],
      },
    });
    const response = await read(`Bearer ${TOKEN}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toMatch(/^text\/plain/);
    expect(response.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/contest-details/:id",status="404"} 1',
    );
    expect(response.body).not.toContain("11111111");
    expect(response.body).toContain(
      `part_load_duration_seconds_bucket{le="0.2",part="mf-public",version="${version}"} 1`,
    );
    expect(response.body).toContain(`part_incidents_total{part="mf-public",version="${version}",kind="fallback"} 1`);
    expect(response.body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect(response.body).toMatch(/^process_cpu_seconds_total /m);
  });

  it("reports other metrics while the database does not respond", async () => {
    const count = jest.spyOn(site.db, "$count").mockReturnValue(new Promise<never>(() => undefined) as never);
    const response = await read(`Bearer ${TOKEN}`);
    count.mockRestore();
    expect(response.body).toMatch(/^sessions_open Nan$/m);
    expect(response.body).toMatch(/^letters_waiting Nan$/m);
    expect(response.body).toMatch(/^process_cpu_seconds_total /m);
  });

  it("reports all metrics used in deploy/alerts.yml, and initializes counters", async () => {
    const { body } = await read(`Bearer ${TOKEN}`);
    expect(body).toContain('letters_total{end="given up"} 0');
    const reported = [...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
    // Missing with the embedded database, and without read replicas.
    reported.push("database_connections", "database_replica_in_use");
    const alerts = await readFile(path.join(serverFolder, "../deploy/alerts.yml"), "utf8");
    const required = [...alerts.matchAll(/^ +expr: (.+)$/gm)].flatMap(([, expression]) =>
      [...expression!.matchAll(/\b(?:http|sessions|database|refusals|job|part|letters)_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count)$/, ""),
      ),
    );
    expect(required.length).toBeGreaterThan(9);
    expect(required.filter((name) => !reported.includes(name))).toEqual([]);
  });

  it.each([undefined, "", "Bearer ", "Bearer wrong", `Basic ${TOKEN}`])(
    "rejects the authorization %p",
    async (authorization) => {
      const response = await read(authorization);
      expect(response.statusCode).toBe(401);
      expect(response.json().error.code).toBe("no_metrics_token");
    },
  );

  it("rejects sessions, even an admin's", async () => {
    for (const role of ["user", "creator", "admin"] as const) {
      expect((await site.api.as(await site.people[role]()).send({ method: "GET", url: "/metrics" })).statusCode).toBe(
        401,
      );
    }
  });
});

describe("without a token", () => {
  const site = testServer();

  it("responds with 404", async () => {
    const response = await site.api.send({
      method: "GET",
      url: "/metrics",
      headers: { authorization: "Bearer undefined" },
    });
    expect(response.statusCode).toBe(404);
    expect(response.json().error.code).toBe("not_found");
  });
});
