import { createHash, timingSafeEqual } from "node:crypto";
import { gt } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { poolOf } from "../../database/open-database";
import { sessions } from "../../database/schema/people";
import type { Deps } from "../deps";
import { sendNotFound, HttpError } from "../errors";
import { withTimeout } from "../concurrency/with-timeout";
import { emailOutbox } from "../email/email-outbox";
import { measureReplicas } from "./replica-metrics";
import { invitationOutbox } from "../email/invitation-outbox";
import { replyOutbox } from "../email/reply-outbox";

interface ReleaseLabels {
  part: string;
  version: string;
}

export interface PartMetrics {
  loaded(release: ReleaseLabels, seconds: number): void;
  wentWrong(release: ReleaseLabels & { kind: string }): void;
}

export interface JobMetrics {
  /** `skipped`: another server ran the job. */
  jobEnded(job: string, outcome: "done" | "failed" | "skipped", seconds: number): void;
}

export interface EmailMetrics {
  emailEnded(end: "sent" | "failed" | "given up"): void;
}

type Metrics = PartMetrics & JobMetrics & EmailMetrics;

const NO_METRICS: Metrics = {
  loaded: () => undefined,
  wentWrong: () => undefined,
  jobEnded: () => undefined,
  emailEnded: () => undefined,
};

/** Reserved: no micro-frontend may use this path. */
export const METRICS_PATH = "/metrics";

/** Must be below the scraper's own timeout, after which all metrics would be missing. */
const DATABASE_TIMEOUT_MS = 1_000;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Without METRICS_TOKEN the path does not exist and nothing is counted. */
export function serveMetrics(
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, "db" | "clock" | "config">,
): Metrics {
  const token = config.metricsToken;
  if (token === undefined) {
    app.get(METRICS_PATH, sendNotFound);
    return NO_METRICS;
  }
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  app.addHook("onClose", async () => register.clear());

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests, by route",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.requestEnds.onEnd(({ method, route, status, isCut, ms }) =>
    requests.observe({ method, route, status: isCut ? "cut" : status }, ms / 1000),
  );

  const refusals = new Counter({
    name: "refusals_total",
    help: "Rejected requests, by error code",
    labelNames: ["code"],
    registers,
  });
  app.addHook("onError", (_request, _reply, error, done) => {
    if (error instanceof HttpError) refusals.inc({ code: error.code });
    done();
  });

  const jobs = new Histogram({
    name: "job_duration_seconds",
    help: "Duration of scheduled jobs, by outcome: done, failed, or skipped because another server ran it",
    labelNames: ["job", "outcome"],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });

  const emailOutcomes = new Counter({
    name: "letters_total",
    help: "Attempts to send an email, by outcome: sent, failed, given up",
    labelNames: ["end"],
    registers,
  });
  // Initialized to 0, because Prometheus sees no increase in a series that begins with its first event.
  for (const end of ["sent", "failed", "given up"]) emailOutcomes.inc({ end }, 0);
  /** The other metrics are still reported if the database is unavailable. */
  const databaseGauge = (name: string, help: string, read: () => Promise<number>) => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => gauge.set(await withTimeout(read(), DATABASE_TIMEOUT_MS, "The database").catch(() => NaN)),
    });
  };
  databaseGauge(
    "letters_waiting",
    "Emails that are neither sent nor failed",
    async () =>
      (await emailOutbox(db).countWaiting()) +
      (await replyOutbox(db).countWaiting()) +
      (await invitationOutbox(db).countWaiting()),
  );
  databaseGauge("sessions_open", "Sessions that have not ended", () =>
    db.$count(sessions, gt(sessions.expiresAt, clock.now())),
  );

  const pool = poolOf(db);
  if (pool) {
    const connections = new Gauge({
      name: "database_connections",
      help: "Connections to the database, and calls that wait for one",
      labelNames: ["state"],
      registers,
      collect: () => {
        connections.set({ state: "idle" }, pool.idleCount);
        connections.set({ state: "used" }, pool.totalCount - pool.idleCount);
        connections.set({ state: "waited_for" }, pool.waitingCount);
      },
    });
  }

  measureReplicas(registers, app.replicas);

  const loads = new Histogram({
    name: "part_load_duration_seconds",
    help: "Time in which browsers loaded a release of a part",
    labelNames: ["part", "version"],
    buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2, 3, 5, 8, 15, 30],
    registers,
  });
  const incidents = new Counter({
    name: "part_incidents_total",
    help: "Incidents with a release of a part in browsers: failure, fallback, crash, error, policy",
    labelNames: ["part", "version", "kind"],
    registers,
  });

  const expected = digest(token);
  app.get(METRICS_PATH, async (request, reply) => {
    const actual = digest(String(request.headers.authorization ?? "").replace(/^Bearer /i, ""));
    if (!timingSafeEqual(actual, expected))
      throw new HttpError(401, "no_metrics_token", "Send METRICS_TOKEN as a bearer token.");
    return reply
      .header("cache-control", "no-store")
      .type(register.contentType)
      .send(await register.metrics());
  });

  return {
    loaded: (release, seconds) => loads.observe({ ...release }, seconds),
    wentWrong: (what) => incidents.inc({ ...what }),
    emailEnded: (end) => emailOutcomes.inc({ end }),
    jobEnded: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
  };
}
