import { isFault, type DeveloperSwitches } from "@conquest/shared/contracts/parts/developer";
import { Button } from "@conquest/shared/ui/button";
import { FAULT_LABELS } from "./fault-labels";

interface Props {
  switches: DeveloperSwitches;
  onReset: () => void;
  onOpen: () => void;
}

/** Lists the active switches on every page, so that it is not mistaken for the normal site. Without any, only a button. */
export function Bar({ switches, onReset, onOpen }: Props) {
  const switched = Object.entries(switches);
  return (
    <section className="sh-developer-bar" aria-label="Developer" data-switched={switched.length > 0}>
      {switched.length > 0 && (
        <div className="sh-developer-said" role="status">
          {switched.map(([part, value]) => (
            <p key={part}>
              <strong>{part}</strong> {isFault(value) ? `is switched: ${FAULT_LABELS[value]}` : `comes from ${value}`}
            </p>
          ))}
        </div>
      )}
      <div className="sh-developer-acts">
        {switched.length > 0 && (
          <Button size="sm" onClick={onReset}>
            Reset
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onOpen}>
          Developer panel
        </Button>
      </div>
    </section>
  );
}
