import type { FastifyInstance } from "fastify";
import { listIncidents, listPartHealth, sendTelemetry } from "@conquest/shared/contracts/telemetry";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { createTelemetryBuffer } from "./telemetry-buffer";
import { partHealth, periodRange } from "./part-health";
import { telemetryRepository } from "./telemetry-repository";

const MAX_SHOWN_INCIDENTS = 50;

export function telemetryRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  const telemetry = telemetryRepository(db);
  const gathered = createTelemetryBuffer({
    telemetry,
    clock,
    metrics: app.metrics,
    onLoss: (error) => app.log.warn({ err: error }, "telemetry was lost"),
  });
  app.addHook("onClose", gathered.flush);

  registerEndpoint(app, sendTelemetry, async ({ body }) => {
    await gathered.take(body);
    return { success: true as const };
  });

  registerEndpoint(app, listPartHealth, async ({ query }) => {
    await gathered.flush();
    const span = periodRange(query.period, clock.now());
    const [counts, live, changes] = await Promise.all([
      telemetry.countsSince(span.since, span.hoursOfStep),
      telemetry.live(),
      telemetry.changesSince(span.since),
    ]);
    return {
      since: span.since.toISOString(),
      until: span.until.toISOString(),
      parts: partHealth({ span, counts, live, changes }),
    };
  });

  registerEndpoint(app, listIncidents, async ({ query }) => {
    await gathered.flush();
    const { id } = query;
    // An invalid id finds nothing; `_` and `%` would match anything.
    if (id && !/^[0-9a-f]{1,8}$/.test(id)) return [];
    return telemetry.incidents(id, MAX_SHOWN_INCIDENTS);
  });
}
