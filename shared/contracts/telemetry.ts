import { z } from "zod";
import { defineEndpoint } from "./http/endpoint";
import { instant, optionalText } from "./text/fields";

/**
 * What browsers measure: of a part, until it could draw (`load`, milliseconds) and what its files weigh (`bytes`, compressed);
 * of a page that was opened, its web vitals (milliseconds, CLS without unit), under the part that draws it.
 */
export const METRICS = ["load", "bytes", "TTFB", "LCP", "CLS", "INP"] as const;
export type Metric = (typeof METRICS)[number];

/** What goes wrong in browsers. */
export const INCIDENT_KINDS = [
  /** A part could not be had. */
  "failure",
  /** Another release of it took its place. */
  "fallback",
  /** It threw an error while drawing. */
  "crash",
  /** Its code threw an error that nobody caught. */
  "error",
  /** It wanted what the content security policy forbids. */
  "policy",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** The number by which somebody who saw a failure names it. */
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
  /** The pattern of a route: an address may name a person. Empty where the site has no such page. */
  page: z
    .string()
    .max(200)
    .regex(/^(?:\/[\w/:.-]*)?$/, "The path of a route"),
};

/** As many as one browser may send at once. */
export const MAX_SAMPLES = 60;
export const MAX_INCIDENTS = 20;
/** Longer messages are cut where they arise. */
export const MAX_ERROR_MESSAGE_LENGTH = 300;

const sample = z.object({ ...where, metric: z.enum(METRICS), value: z.number().min(0).max(1e9) });

const incident = z.object({
  ...where,
  kind: z.enum(INCIDENT_KINDS),
  incident: incidentId,
  /** A word, like `timeout`. */
  reason: z
    .string()
    .max(40)
    .regex(/^[a-z-]+$/, "One word in small letters"),
  message: optionalText(MAX_ERROR_MESSAGE_LENGTH),
});

export const telemetryBatch = z.object({
  samples: z.array(sample).max(MAX_SAMPLES),
  incidents: z.array(incident).max(MAX_INCIDENTS),
});
export type TelemetryBatch = z.input<typeof telemetryBatch>;

/** What a browser noticed. What it says of parts, versions and pages that the site does not have is dropped. */
export const sendTelemetry = defineEndpoint({
  method: "POST",
  path: "/telemetry",
  access: "everyone",
  body: telemetryBatch,
  response: z.object({ success: z.literal(true) }),
  perMinute: 60,
  maxBytes: 32 * 1024,
});

export const PERIODS = ["24h", "7d"] as const;
export type Period = (typeof PERIODS)[number];

const count = z.number().int();
/** What three of four visits stayed below; null where nothing was measured. */
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
  /** What the site runs of it; null of a part that it runs no more. */
  currentVersion: z.string().nullable(),
  /** What some visitors get in its place. */
  canaryVersion: z.string().nullable(),
  /** Those that were seen in the period, the current one first. */
  versions: z.array(figures.extend({ version: z.string() })),
  pages: z.array(z.object({ page: z.string(), visits: count, p75 })),
  /** One for each step of the period, the oldest first; `at` is where it begins. */
  steps: z.array(z.object({ at: instant, loads: count, troubles: count, load: z.number().nullable() })),
  /** What was done with it in the period, the oldest first. */
  changes: z.array(
    z.object({ at: instant, action: z.string(), version: z.string().nullable(), who: z.string(), why: z.string() }),
  ),
});
export type PartHealth = z.output<typeof partHealth>;

/** How each part has done in browsers. */
export const listPartHealth = defineEndpoint({
  method: "GET",
  path: "/part-health",
  access: ["admin"],
  query: z.object({ period: z.enum(PERIODS).default("24h") }),
  response: z.object({ since: instant, until: instant, parts: z.array(partHealth) }),
});

export const seenIncident = incident.extend({ at: instant });
export type SeenIncident = z.output<typeof seenIncident>;

/** The newest incidents, at most fifty; with `id` those whose number begins like that. */
export const listIncidents = defineEndpoint({
  method: "GET",
  path: "/incidents",
  access: ["admin"],
  query: z.object({ id: z.string().trim().toLowerCase().max(100).optional() }),
  response: z.array(seenIncident),
});
