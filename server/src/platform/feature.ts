import type { FastifyInstance } from "fastify";
import type { Deps } from "./deps";
import type { Mailer } from "./email/register-mailer";
import type { serveMetrics } from "./operation/metrics";

/** Registers a feature's routes, and its jobs in `app.jobs`. */
export type Feature = (app: FastifyInstance, deps: Deps) => void;

declare module "fastify" {
  interface FastifyInstance {
    /** The scheduler runs each of them every minute; names appear in metrics and logs. */
    jobs: Map<string, () => Promise<unknown>>;
    metrics: ReturnType<typeof serveMetrics>;
    mailer: Mailer;
  }
}
