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
import { isDisturbed } from "../hydration/node-guard";
import type { FailureReport } from "../remote-part/part-failure";
import type { Site } from "../remote-part/site-context";
import { listen, type BufferedEvent } from "./telemetry-buffer";
import { scrubPii } from "./scrub-pii";

interface OfRelease {
  part: string;
  version: string;
}

/** Who wants to know more of what goes wrong than this looks at one visit. */
const MOST_OF_A_VISIT = MAX_INCIDENTS;

/** The release that a file belongs to, by its address or a stack that holds one. */
function releaseIn(text: string | null | undefined): OfRelease | undefined {
  const [, part, version] = /\/mf\/((?:shell|mf-[a-z-]+))\/([\w.-]+)\//.exec(text ?? "") ?? [];
  return part && version ? { part, version } : undefined;
}

/** Directives that markup can violate without a script. */
const OF_MARKUP = /^(?:img|media|font|manifest)-src$|^form-action$|^base-uri$/;

const FRAME = /^(?:\s*at |[^@]*@).*:\d+\)?$/;

/** The stack frame that threw; undefined for errors of the browser itself. */
function throwingFrame(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split("\n").find((line) => FRAME.test(line)) : undefined;
}

const DOM_ERRORS = ["NotFoundError", "HierarchyRequestError"];

/**
 * Whether an extension or injected script threw the error, even if our code called it, or the DOM threw it in a page in which
 * others move our nodes.
 */
function isOfOthers(error: unknown): boolean {
  const frame = throwingFrame(error);
  return (
    (frame !== undefined && !releaseIn(frame)) ||
    (error instanceof DOMException && DOM_ERRORS.includes(error.name) && isDisturbed())
  );
}

/**
 * Gathers what this page tells of its parts and sends it to the server when the page is left, or at once when something went
 * wrong. Nothing in it says who looks at the page. `ownScript`: the address of the shell's script.
 */
export function startTelemetry(
  { map, parts, registry, firstPath }: Pick<Site, "map" | "parts" | "registry" | "firstPath">,
  ownScript: string,
): void {
  const shell = releaseIn(ownScript);
  // In development nothing is a release.
  if (!shell) return listen(() => undefined);

  const samples: TelemetryBatch["samples"] = [];
  const incidents: TelemetryBatch["incidents"] = [];
  const seen = new Set<string>();
  const weighed = new Set<string>();

  const pageAt = (path: string) => map.pageAt(path)?.route.path ?? "";

  const versionOf = (part: string): string => {
    if (part === shell.part) return shell.version;
    const state = parts.state(part);
    return state.phase === "ready" ? state.version : (registry.remotes()[part]?.current.version ?? "0");
  };

  function measured({ part, version }: OfRelease, metric: Metric, value: number, page = ""): void {
    samples.push({ part, version, metric, value: Math.max(0, value), page });
  }

  function wentWrong(
    { part, version }: OfRelease,
    kind: IncidentKind,
    { reason, message, incident }: { reason: string; message: string; incident?: string },
  ): void {
    const said = scrubPii(message);
    const name = [part, version, kind, reason, said].join(" ");
    // The same again says nothing new, and an error in a loop would never end.
    if (seen.has(name) || seen.size >= MOST_OF_A_VISIT) return;
    seen.add(name);
    incidents.push({
      part,
      version,
      kind,
      reason,
      message: said,
      incident: incident ?? crypto.randomUUID().slice(0, 8),
      page: pageAt(location.pathname),
    });
    send();
  }

  function hear(heard: BufferedEvent): void {
    if ("failure" in heard) return hearFailure(heard);
    if ("ms" in heard) return measured(heard, "load", heard.ms);
    if ("effectiveDirective" in heard) return hearViolation(heard);
    if ("reason" in heard) return hearError(heard.reason);
    hearError(heard.error ?? heard.message, heard.filename);
  }

  function hearFailure({ part, failure, wanted, running }: FailureReport): void {
    // Switched off on purpose.
    if (failure.reason === "disabled") return;
    if (failure.reason === "crash" && isOfOthers(failure.cause)) return;
    const release = part === "registry" ? shell! : { part, version: wanted ?? versionOf(part) };
    wentWrong(release, running ? "fallback" : failure.reason === "crash" ? "crash" : "failure", failure);
  }

  function hearViolation({ effectiveDirective, blockedURI, sourceFile, sample }: SecurityPolicyViolationEvent): void {
    const release = releaseIn(sourceFile) ?? releaseIn(blockedURI);
    // Extensions and translators add scripts, styles and requests. Violations by our code name one of its files.
    if (!release && !(OF_MARKUP.test(effectiveDirective) && (!sourceFile || sourceFile.startsWith(location.origin))))
      return;
    const blocked = URL.canParse(blockedURI) ? new URL(blockedURI).origin : blockedURI;
    const sink = blockedURI === "trusted-types-sink" ? ` (${sample.split("|")[0]})` : "";
    wentWrong(release ?? shell!, "policy", { reason: effectiveDirective, message: `${blocked}${sink}` });
  }

  function hearError(error: unknown, file?: string): void {
    const release = releaseIn(throwingFrame(error) ?? file);
    if (!release || isOfOthers(error)) return;
    wentWrong(release, "error", {
      reason: "uncaught",
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }

  function weighFiles(): void {
    const bytes = new Map<string, { release: OfRelease; byFile: Map<string, number> }>();
    for (const { name, encodedBodySize } of performance.getEntriesByType("resource") as PerformanceResourceTiming[]) {
      const release = releaseIn(name);
      if (!release) continue;
      const key = `${release.part} ${release.version}`;
      const { byFile } = bytes.get(key) ?? bytes.set(key, { release, byFile: new Map() }).get(key)!;
      byFile.set(name, Math.max(encodedBodySize, byFile.get(name) ?? 0));
    }
    for (const [key, { release, byFile }] of bytes) {
      if (weighed.has(key)) continue;
      weighed.add(key);
      measured(
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

  listen(hear);
  // The shell is there when its script is.
  const [script] = performance.getEntriesByName(ownScript);
  if (script) measured(shell, "load", script.duration);

  // Of the page that was opened: what is walked to from there has no paint of its own.
  const first = firstPath === null ? undefined : map.pageAt(firstPath);
  const told = new Set<string>();
  const hearVital = ({ id, name, value }: MetricType) => {
    // Some grow after they were told; what counts is how they were when the page was left first.
    if (told.has(id)) return;
    told.add(id);
    measured(
      first ? { part: first.part, version: versionOf(first.part) } : shell,
      name as Metric,
      value,
      first?.route.path,
    );
  };
  for (const watch of [onTTFB, onLCP, onCLS, onINP]) watch(hearVital);

  const leave = () => {
    weighFiles();
    send();
  };
  // After the vitals, which listen for the same.
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
  addEventListener("pagehide", leave);
}
