import type { DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import type { Release } from "@conquest/shared/contracts/parts/releases";
import type { Site } from "../remote-part/site-context";
import { isLocal } from "./switches/switches";

export interface PartRow {
  part: string;
  version: string;
  source: string;
  state: "ready" | "failed" | "loading" | "not asked for";
  trouble: string | null;
  loadedIn: number | null;
  switched: string | undefined;
  /** False for dev servers, which provide no digests. */
  hasDigests: boolean;
}

const timingOf = (address: string) =>
  performance.getEntriesByName(address, "resource")[0] as PerformanceResourceTiming | undefined;

function loadTimeOf({ base, files }: Release): number | null {
  const addresses = [files.entry, ...files.scripts, ...files.styles].map(
    (file) => new URL(base + file, location.href).href,
  );
  const timings = addresses.flatMap((address) => timingOf(address) ?? []);
  if (timings.length === 0) return null;
  return Math.round(
    Math.max(...timings.map(({ responseEnd }) => responseEnd)) - Math.min(...timings.map(({ startTime }) => startTime)),
  );
}

function sourceOf(version: string, release: Release | undefined, switched: string | undefined): string {
  if (isLocal(switched)) return switched;
  if (version === "dev") return "its dev server";
  return release && release.version !== version ? `${location.host}, the release before` : location.host;
}

export function partRows(
  { registry, parts }: Pick<Site, "registry" | "parts">,
  switches: DeveloperSwitches,
): PartRow[] {
  const remotes = registry.remotes();
  const names = [...new Set([...Object.keys(remotes), ...Object.keys(switches)])].sort();
  return names.map((part) => {
    const { current, previous } = remotes[part] ?? {};
    const state = parts.state(part);
    const version = state.phase === "ready" ? state.version : (current?.version ?? "none");
    const running = [current, previous].find((release) => release?.version === version);
    const loadedIn = running ? loadTimeOf(running) : null;
    return {
      part,
      version,
      source: sourceOf(version, current, switches[part]),
      state: state.phase === "loading" && loadedIn === null ? "not asked for" : state.phase,
      trouble: state.phase === "failed" ? `${state.failure.reason}, incident ${state.failure.incident}` : null,
      loadedIn,
      switched: switches[part],
      hasDigests: Object.keys(current?.integrity ?? {}).length > 0,
    };
  });
}
