import type { Switches } from "@conquest/shared/contracts/parts/developer";
import type { Release } from "@conquest/shared/contracts/parts/releases";
import type { Site } from "../remote-part/site-context";
import { isLocal } from "./switches/switches";

/** What the panel says of one part. */
export interface PartRow {
  part: string;
  /** Of what runs, else of what would. */
  version: string;
  /** Where that comes from. */
  source: string;
  state: "ready" | "failed" | "loading" | "not asked for";
  /** Why it failed, with the number of the incident. */
  trouble: string | null;
  /** Milliseconds from the first of its files being asked for until all are here; null while none was. */
  loadedIn: number | null;
  switched: string | undefined;
  /** Whether what its files must be is known: a dev server does not say. */
  hasDigests: boolean;
}

const timingOf = (address: string) =>
  performance.getEntriesByName(address, "resource")[0] as PerformanceResourceTiming | undefined;

/** When the files were asked for that a release begins with, and when the last of them was there. */
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

/** All parts that this page knows of, and those that are switched and not there. */
export function partRows({ registry, parts }: Pick<Site, "registry" | "parts">, switches: Switches): PartRow[] {
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
