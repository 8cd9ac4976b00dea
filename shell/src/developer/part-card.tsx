import { FAULTS } from "@conquest/shared/contracts/parts/developer";
import { Badge, type Tone } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { FAULT_LABELS } from "./fault-labels";
import type { PartRow } from "./part-row";
import { isLocal } from "./switches/switches";

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
