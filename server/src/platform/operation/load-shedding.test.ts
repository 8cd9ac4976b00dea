import { setTimeout as pause } from "node:timers/promises";
import Fastify from "fastify";
import { endOneSession, endOtherSessions } from "@conquest/shared/contracts/account";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { endSession } from "@conquest/shared/contracts/session";
import { testServer } from "../../testing/test-server";
import { waitForReleases } from "../../testing/release-steps";
import { sendError } from "../errors";
import { shedLoad } from "./load-shedding";

const TOKEN = "a-token-of-some-length";

describe("a server whose event loop is behind", () => {
  const site = testServer({
    config: { isProduction: true, metricsToken: TOKEN, publicAnswersKeptMs: 60_000, languages: ["en", "bn"] },
  });
  const send = (url: string, method: "GET" | "POST" | "PUT" | "DELETE" = "GET", headers = {}) =>
    site.app.inject({ url, method, headers });

  /** Makes every look at the clock 700 ms later than the one before, spent computing. */
  async function whileBehind(work: () => Promise<void>): Promise<void> {
    let time = performance.now();
    const clock = jest.spyOn(performance, "now").mockImplementation(() => (time += 700));
    const { cpuUsage } = process;
    const cpu = jest
      .spyOn(process, "cpuUsage")
      .mockImplementation((since) => (since ? { user: 700_000, system: 0 } : cpuUsage()));
    await work().finally(() => [clock, cpu].forEach((mock) => mock.mockRestore()));
    await waitForReleases();
  }

  it("rejects calls and pages in their format, and counts them", async () => {
    await whileBehind(async () => {
      const call = await send("/api/my-overview", "GET", { "accept-language": "bn" });
      expect([call.statusCode, call.headers["retry-after"], call.headers["cache-control"]]).toEqual([
        503,
        "5",
        "no-store",
      ]);
      expect(call.json()).toEqual({
        error: { code: "overloaded", message: expect.stringMatching(/^সাইটে/) as string },
      });
      const page = await send("/bn/about");
      expect([page.statusCode, page.headers["retry-after"], page.headers["content-type"]]).toEqual([
        503,
        "5",
        "text/html; charset=utf-8",
      ]);
      expect(page.body).toContain('<html lang="bn">');
      const metrics = await send("/metrics", "GET", { authorization: `Bearer ${TOKEN}` });
      expect(metrics.body).toContain('refusals_total{code="overloaded"} 2');
    });
    expect((await send("/api/my-overview")).statusCode).toBe(401);
  });

  it("still answers health checks, entries, and users who end sessions", async () => {
    await whileBehind(async () => {
      expect((await send("/api/health")).statusCode).toBe(200);
      for (const { method, path } of [endSession, endOneSession, endOtherSessions, submitEntry, uploadEntryFile])
        expect([path, (await send(`/api${path.replace(/:\w+/, "1")}`, method)).statusCode]).toEqual([
          path,
          path === endSession.path ? 200 : 401,
        ]);
    });
  });

  it("still sends cached responses", async () => {
    await send("/api/popular-contests");
    await whileBehind(async () => {
      expect((await send("/api/popular-contests")).statusCode).toBe(200);
      expect((await send("/api/site-totals")).statusCode).toBe(503);
    });
  });
});

it("rejects the rest of a burst that arrives in one iteration, and recovers", async () => {
  const app = Fastify();
  app.setErrorHandler(sendError);
  shedLoad(app, new Set());
  app.get("/connect", async () => pause(300));
  app.get("/work", async () => {
    const end = performance.now() + 100;
    while (performance.now() < end);
    return {};
  });
  try {
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const burst = (path: string) =>
      Promise.all(Array.from({ length: 40 }, async () => (await fetch(url + path)).status));
    // Only one connection is accepted per iteration, but requests on open ones arrive together.
    await burst("/connect");
    const statuses = await burst("/work");
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    while ((await fetch(`${url}/work`)).status !== 200);
  } finally {
    await app.close();
  }
});

it("accepts what arrived while the process was paused", async () => {
  const app = Fastify();
  app.setErrorHandler(sendError);
  shedLoad(app, new Set());
  const waitOnly = new Int32Array(new SharedArrayBuffer(4));
  app.get("/pause", async () => {
    // Blocks the thread without computing.
    Atomics.wait(waitOnly, 0, 0, 500);
    return {};
  });
  app.get("/work", async () => ({}));
  try {
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const paused = fetch(`${url}/pause`);
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await fetch(`${url}/work`)).status));
    expect((await paused).status).toBe(200);
    expect(statuses).toEqual(statuses.map(() => 200));
  } finally {
    await app.close();
  }
});
