import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { registryParts } from "../../database/schema/releases";
import type { Deps } from "../deps";
import { unavailable } from "../errors";
import { withTimeout } from "../concurrency/with-timeout";

/** Whether the process lives: who is told no restarts it. */
const ALIVE = "/api/health";
/** Whether it can answer people: who is told no sends them elsewhere. */
const READY = "/api/ready";
export const HEALTH: readonly string[] = [ALIVE, READY];

/** Longer than a database takes that is well, in milliseconds: a balancer gives up soon. */
const PATIENCE = 2_000;

/** What a balancer asks. `shell`: the part without which there is no page. Migrations are done before the server listens. */
export function serveHealth(app: FastifyInstance, { db, config }: Pick<Deps, "db" | "config">, shell: string): void {
  const shellVersions = async () =>
    db.select({ version: registryParts.currentVersion }).from(registryParts).where(eq(registryParts.part, shell));

  app.get(ALIVE, (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));

  app.get(READY, async (request, reply) => {
    if (app.leaving.hasBegun) return unavailable("leaving", "This server is being stopped.");
    const released = await withTimeout(shellVersions(), PATIENCE, "The database").catch((error: unknown) => {
      request.log.error({ err: error }, "not ready");
      return unavailable("not_ready", "The database does not answer.");
    });
    if (released.length === 0 && !config.devShellUrl)
      return unavailable("not_ready", "The shell of the site is not released yet.");
    return reply.header("cache-control", "no-store").send({ status: "ok" });
  });
}
