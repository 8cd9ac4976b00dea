import { FAULTS, type Fault, type DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { isLocal } from "./switches/switches";
import type { Release } from "@conquest/shared/contracts/parts/releases";
import type { Site } from "../remote-part/site-context";

/** Keys are in the order of FAULTS. */
export const FAULT_LABELS: Record<Fault, string> = {
  down: "Down: no response",
  slow: "Slow: 3 seconds per file",
  hangs: "Hangs: files never arrive",
  missing: "404: its files are missing",
  "500": "500: the server fails",
  html: "HTML instead of its files",
  chunk: "Missing chunk: the page's file is missing",
  tampered: "Tampered: its files were changed",
  skew: "Version skew: built for a newer contract",
  crash: "Crashes while rendering",
};

const TONES: Record<PartRow["state"], Tone> = {
  ready: "success",
  failed: "danger",
  loading: "info",
  "not requested": "neutral",
};

interface Props {
  row: PartRow;
  onSwitch: (part: string, switched: string | undefined) => void;
}

export function PartCard({ row, onSwitch }: Props) {
  const { part, version, source, state, trouble, loadedIn, switched, hasDigests } = row;
  const options = FAULTS.map((fault) => ({
    value: fault as string,
    label: FAULT_LABELS[fault],
    disabled: fault === "tampered" && !hasDigests,
  }));
  return (
    <li className="sh-developer-part">
      <h3>
        {part} <Badge tone={TONES[state]}>{state}</Badge>
      </h3>
      <dl>
        <dt>Version</dt>
        <dd>
          <code>{version}</code>
        </dd>
        <dt>From</dt>
        <dd>{source}</dd>
        <dt>Loaded in</dt>
        <dd>{loadedIn === null ? "–" : `${loadedIn} ms`}</dd>
        {trouble && (
          <>
            <dt>Failed</dt>
            <dd>{trouble}</dd>
          </>
        )}
      </dl>
      {isLocal(switched) ? (
        <Button variant="secondary" size="sm" onClick={() => onSwitch(part, undefined)}>
          Use the release of {part} again
        </Button>
      ) : (
        <SelectField
          label={`Simulate a failure of ${part}`}
          name={part}
          value={switched ?? ""}
          hint={hasDigests ? undefined : "A dev server has no digests, so tampered files can't be detected."}
          options={[{ value: "", label: "None" }, ...options]}
          onChange={({ target }) => onSwitch(part, target.value || undefined)}
        />
      )}
    </li>
  );
}

interface PartRow {
  part: string;
  version: string;
  source: string;
  state: "ready" | "failed" | "loading" | "not requested";
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
  return release && release.version !== version ? `${location.host}, previous release` : location.host;
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
      state: state.phase === "loading" && loadedIn === null ? "not requested" : state.phase,
      trouble: state.phase === "failed" ? `${state.failure.reason}, incident ${state.failure.incident}` : null,
      loadedIn,
      switched: switches[part],
      hasDigests: Object.keys(current?.integrity ?? {}).length > 0,
    };
  });
}
