import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { instant, optionalText } from "./text/fields";

/** Per part: `load` in ms until its first render and `bytes` (compressed). Per page: web vitals (ms, CLS unitless). */
export const METRICS = ["load", "bytes", "TTFB", "LCP", "CLS", "INP"] as const;
export type Metric = (typeof METRICS)[number];

export const INCIDENT_KINDS = ["failure", "fallback", "crash", "error", "policy"] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

const incidentId = z.string().regex(/^[0-9a-f]{8}$/, "Eight characters, like 3f9a01bc");

const where = {
  part: z
    .string()
    .max(64)
    .regex(/^(?:shell|mf-[a-z-]+)$/, "A part is called shell or mf-…"),
  version: z
    .string()
    .max(64)
    .regex(/^[0-9A-Za-z][0-9A-Za-z._-]*$/, "The version of a release"),
  /** A route pattern, since a real URL may identify a person. Empty for unknown pages. */
  page: z
    .string()
    .max(200)
    .regex(/^(?:\/[\w/:.-]*)?$/, "The path of a route"),
};

export const MAX_SAMPLES = 60;
export const MAX_INCIDENTS = 20;
/** Longer messages are truncated by the sender. */
export const MAX_ERROR_MESSAGE_LENGTH = 300;

const sample = z.object({ ...where, metric: z.enum(METRICS), value: z.number().min(0).max(1e9) });

const incident = z.object({
  ...where,
  kind: z.enum(INCIDENT_KINDS),
  incident: incidentId,
  reason: z
    .string()
    .max(40)
    .regex(/^[a-z-]+$/, "One word in lowercase letters"),
  message: optionalText(MAX_ERROR_MESSAGE_LENGTH),
});

export const telemetryBatch = z.object({
  samples: z.array(sample).max(MAX_SAMPLES),
  incidents: z.array(incident).max(MAX_INCIDENTS),
});
export type TelemetryBatch = z.input<typeof telemetryBatch>;

/** Reports what a browser measured. Unknown parts, versions and pages are dropped. */
export const sendTelemetry = defineEndpoint("POST /telemetry", "everyone", {
  body: telemetryBatch,
  response: z.object({ success: z.literal(true) }),
  perMinute: 60,
  maxBytes: 32 * 1024,
});

export const PERIODS = ["24h", "7d"] as const;
export type Period = (typeof PERIODS)[number];

const count = z.number().int();
/** 75th percentile; null without measurements. */
const p75 = z.object(
  Object.fromEntries(METRICS.map((metric) => [metric, z.number().nullable()])) as Record<
    Metric,
    z.ZodNullable<z.ZodNumber>
  >,
);
const counts = z.object(
  Object.fromEntries(INCIDENT_KINDS.map((kind) => [kind, count])) as Record<IncidentKind, z.ZodNumber>,
);

const figures = z.object({ loads: count, incidents: counts, p75 });
export type Figures = z.output<typeof figures>;

export const partHealth = figures.extend({
  part: z.string(),
  currentVersion: z.string().nullable(),
  canaryVersion: z.string().nullable(),
  versions: z.array(figures.extend({ version: z.string() })),
  pages: z.array(z.object({ page: z.string(), visits: count, p75 })),
  steps: z.array(z.object({ at: instant, loads: count, troubles: count, load: z.number().nullable() })),
  changes: z.array(
    z.object({ at: instant, action: z.string(), version: z.string().nullable(), who: z.string(), why: z.string() }),
  ),
});
export type PartHealth = z.output<typeof partHealth>;

export const listPartHealth = defineEndpoint("GET /part-health", ["admin"], {
  query: z.object({ period: z.enum(PERIODS).default("24h") }),
  response: z.object({ since: instant, until: instant, parts: z.array(partHealth) }),
});

export const recordedIncident = incident.extend({ at: instant });
export type RecordedIncident = z.output<typeof recordedIncident>;

/** The 50 newest incidents; with `id`, those whose number starts with it. */
export const listIncidents = defineEndpoint("GET /incidents", ["admin"], {
  query: z.object({ id: z.string().trim().toLowerCase().max(100).optional() }),
  response: z.array(recordedIncident),
});
