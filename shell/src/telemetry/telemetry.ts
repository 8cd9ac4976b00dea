import { onCLS, onINP, onLCP, onTTFB, type MetricType } from "web-vitals";
import {
  MAX_INCIDENTS,
  MAX_SAMPLES,
  sendTelemetry,
  type IncidentKind,
  type Metric,
  type TelemetryBatch,
} from "@conquest/shared/contracts/telemetry";
import { config } from "@conquest/shared/singletons/config";
import { hasDisplacedNodes } from "../hydration/node-guard";
import { splitPath } from "../language/page-path";
import type { FailureReport } from "../remote-part/part-failure";
import type { Site } from "../remote-part/site-context";
import { setEventListener, type BufferedEvent } from "./telemetry-buffer";
import { scrubPii } from "./scrub-pii";

interface ReleaseId {
  part: string;
  version: string;
}

const MAX_VISIT_INCIDENTS = MAX_INCIDENTS;

function releaseIn(text: string | null | undefined): ReleaseId | undefined {
  const [, part, version] = /\/mf\/((?:shell|mf-[a-z-]+))\/([\w.-]+)\//.exec(text ?? "") ?? [];
  return part && version ? { part, version } : undefined;
}

/** CSP directives that markup can violate without a script. */
const MARKUP_DIRECTIVES = /^(?:img|media|font|manifest)-src$|^form-action$|^base-uri$/;

const FRAME = /^(?:\s*at |[^@]*@).*:\d+\)?$/;

function throwingFrame(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split("\n").find((line) => FRAME.test(line)) : undefined;
}

const DOM_ERRORS = ["NotFoundError", "HierarchyRequestError"];

/** Whether foreign code threw the error, even if called by ours, or the DOM did because others moved our nodes. */
function isForeignError(error: unknown): boolean {
  const frame = throwingFrame(error);
  return (
    (frame !== undefined && !releaseIn(frame)) ||
    (error instanceof DOMException && DOM_ERRORS.includes(error.name) && hasDisplacedNodes())
  );
}

/** Sends measurements when the page is left, and incidents at once. Contains no personal data. */
export function startTelemetry(
  { map, parts, registry, firstPath }: Pick<Site, "map" | "parts" | "registry" | "firstPath">,
  ownScript: string,
): void {
  const shell = releaseIn(ownScript);
  // Development scripts belong to no release.
  if (!shell) return setEventListener(() => undefined);

  const samples: TelemetryBatch["samples"] = [];
  const incidents: TelemetryBatch["incidents"] = [];
  const seen = new Set<string>();
  const measuredReleases = new Set<string>();

  const pageAt = (path: string) => map.pageAt(path)?.route.path ?? "";

  const versionOf = (part: string): string => {
    if (part === shell.part) return shell.version;
    const state = parts.state(part);
    return state.phase === "ready" ? state.version : (registry.remotes()[part]?.current.version ?? "0");
  };

  function addSample({ part, version }: ReleaseId, metric: Metric, value: number, page = ""): void {
    samples.push({ part, version, metric, value: Math.max(0, value), page });
  }

  function addIncident(
    { part, version }: ReleaseId,
    kind: IncidentKind,
    { reason, message, incident }: { reason: string; message: string; incident?: string },
  ): void {
    const scrubbed = scrubPii(message);
    const key = [part, version, kind, reason, scrubbed].join(" ");
    if (seen.has(key) || seen.size >= MAX_VISIT_INCIDENTS) return;
    seen.add(key);
    incidents.push({
      part,
      version,
      kind,
      reason,
      message: scrubbed,
      incident: incident ?? crypto.randomUUID().slice(0, 8),
      page: pageAt(splitPath(location.pathname).path),
    });
    send();
  }

  function handleEvent(event: BufferedEvent): void {
    if ("failure" in event) return handleFailure(event);
    if ("ms" in event) return addSample(event, "load", event.ms);
    if ("effectiveDirective" in event) return handleViolation(event);
    if ("reason" in event) return handleError(event.reason);
    handleError(event.error ?? event.message, event.filename);
  }

  function handleFailure({ part, failure, wanted, running }: FailureReport): void {
    if (failure.reason === "disabled") return;
    if (failure.reason === "crash" && isForeignError(failure.cause)) return;
    const release = part === "registry" ? shell! : { part, version: wanted ?? versionOf(part) };
    addIncident(release, running ? "fallback" : failure.reason === "crash" ? "crash" : "failure", failure);
  }

  function handleViolation({ effectiveDirective, blockedURI, sourceFile, sample }: SecurityPolicyViolationEvent): void {
    const release = releaseIn(sourceFile) ?? releaseIn(blockedURI);
    // Extensions and translators add scripts, styles and requests; violations by our code name one of our files.
    if (
      !release &&
      !(MARKUP_DIRECTIVES.test(effectiveDirective) && (!sourceFile || sourceFile.startsWith(location.origin)))
    )
      return;
    const blocked = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
    const sink = blockedURI === "trusted-types-sink" ? ` (${sample.split("|")[0]})` : "";
    addIncident(release ?? shell!, "policy", { reason: effectiveDirective, message: `${blocked}${sink}` });
  }

  function handleError(error: unknown, file?: string): void {
    const release = releaseIn(throwingFrame(error) ?? file);
    if (!release || isForeignError(error)) return;
    addIncident(release, "error", {
      reason: "uncaught",
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }

  function measureFiles(): void {
    const bytes = new Map<string, { release: ReleaseId; byFile: Map<string, number> }>();
    for (const { name, encodedBodySize } of performance.getEntriesByType("resource") as PerformanceResourceTiming[]) {
      const release = releaseIn(name);
      if (!release) continue;
      const key = `${release.part} ${release.version}`;
      const { byFile } = bytes.get(key) ?? bytes.set(key, { release, byFile: new Map() }).get(key)!;
      byFile.set(name, Math.max(encodedBodySize, byFile.get(name) ?? 0));
    }
    for (const [key, { release, byFile }] of bytes) {
      if (measuredReleases.has(key)) continue;
      measuredReleases.add(key);
      addSample(
        release,
        "bytes",
        [...byFile.values()].reduce((sum, size) => sum + size, 0),
      );
    }
  }

  function send(): void {
    while (samples.length + incidents.length > 0) {
      const batch: TelemetryBatch = {
        samples: samples.splice(0, MAX_SAMPLES),
        incidents: incidents.splice(0, MAX_INCIDENTS),
      };
      navigator.sendBeacon(
        config().apiBase + sendTelemetry.path,
        new Blob([JSON.stringify(batch)], { type: "application/json" }),
      );
    }
  }

  setEventListener(handleEvent);
  const [script] = performance.getEntriesByName(ownScript);
  if (script) addSample(shell, "load", script.duration);

  // Web vitals belong to the first page; client-side navigation has no paint of its own.
  const first = firstPath === null ? undefined : map.pageAt(firstPath);
  const reportedIds = new Set<string>();
  const handleVital = ({ id, name, value }: MetricType) => {
    // Some values grow after they were reported; only the first report of each is used.
    if (reportedIds.has(id)) return;
    reportedIds.add(id);
    addSample(
      first ? { part: first.part, version: versionOf(first.part) } : shell,
      name as Metric,
      value,
      first?.route.path,
    );
  };
  for (const onVital of [onTTFB, onLCP, onCLS, onINP]) onVital(handleVital);

  const flush = () => {
    measureFiles();
    send();
  };
  // Registered after web-vitals, which reports on the same event.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && flush());
  addEventListener("pagehide", flush);
}
