import { type Fault, FAULTS } from "@conquest/shared/contracts/parts/developer";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import type { PartRow } from "./part-row";
import { isLocal } from "./switches/switches";

/** Keys are in the order of FAULTS. */
export const FAULT_LABELS: Record<Fault, string> = {
  down: "Down: nothing answers",
  slow: "Slow: three seconds for each file",
  hangs: "Hangs: no file ever comes",
  missing: "404: its files are gone",
  "500": "500: the server fails",
  html: "HTML in place of its files",
  chunk: "Missing chunk: the file of the page is gone",
  tampered: "Tampered: something was added to its files",
  skew: "Version skew: made for a newer contract",
  crash: "Crashes while it draws",
};

const TONES: Record<PartRow["state"], Tone> = {
  ready: "success",
  failed: "danger",
  loading: "info",
  "not asked for": "neutral",
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
          Take {part} from its release again
        </Button>
      ) : (
        <SelectField
          label={`What ${part} does`}
          name={part}
          value={switched ?? ""}
          hint={hasDigests ? undefined : "A dev server gives no digests: nobody could tell a tampered file."}
          options={[{ value: "", label: "As released" }, ...options]}
          onChange={({ target }) => onSwitch(part, target.value || undefined)}
        />
      )}
    </li>
  );
}
