import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config";
import type { Clock } from "./clock";
import type { Database } from "../database/database";
import type { JobLocks } from "../database/job-locks";
import type { ReadReplicas } from "../database/replicas/read-replicas";
import type { Identity } from "./identity/identity";
import type { Mailer } from "./email/register-mailer";
import type { serveMetrics } from "./operation/metrics";

export interface Deps {
  db: Database;
  identity: Identity;
  clock: Clock;
  config: Config;
  /** Not given where only one server uses the database. */
  jobLocks?: JobLocks;
  /** Not given where all reads go to the primary. */
  replicas?: ReadReplicas;
}

/** Registers a feature's routes, and its jobs in `app.jobs`. */
export type Feature = (app: FastifyInstance, deps: Deps) => void;

declare module "fastify" {
  interface FastifyInstance {
    /** The scheduler runs each of them every minute on one of the servers; names appear in metrics and logs. */
    jobs: Map<string, () => Promise<unknown>>;
    replicas: ReadReplicas;
    metrics: ReturnType<typeof serveMetrics>;
    mailer: Mailer;
  }
}
