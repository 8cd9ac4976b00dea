import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { registryParts } from "../../database/schema/releases";
import type { Deps } from "../deps";
import { throwUnavailable } from "../errors";
import { withTimeout } from "../concurrency/with-timeout";

/** Liveness: a failure makes the orchestrator restart the process. */
const LIVENESS_PATH = "/api/health";
/** Readiness: a failure makes the load balancer use other servers. */
const READINESS_PATH = "/api/ready";
export const HEALTH: readonly string[] = [LIVENESS_PATH, READINESS_PATH];

/** Above the response time of a healthy database, and below a load balancer's own timeout. */
const DATABASE_TIMEOUT_MS = 2_000;

/** `shell`: the micro-frontend without which no page renders. Migrations run before the server listens. */
export function serveHealth(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">, shell: string): void {
  const shellVersions = async () =>
    db.select({ version: registryParts.currentVersion }).from(registryParts).where(eq(registryParts.part, shell));

  app.get(LIVENESS_PATH, (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));

  app.get(READINESS_PATH, async (request, reply) => {
    if (app.leaving.hasBegun) return throwUnavailable("leaving", "This server is being stopped.");
    const released = await withTimeout(shellVersions(), DATABASE_TIMEOUT_MS, "The database").catch((error: unknown) => {
      request.log.error({ err: error }, "not ready");
      return throwUnavailable("not_ready", "The database does not answer.");
    });
    if (released.length === 0 && !config.devShellUrl)
      return throwUnavailable("not_ready", "The shell of the site is not released yet.");
    return reply.header("cache-control", "no-store").send({ status: "ok" });
  });
}
