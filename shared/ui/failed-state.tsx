import { RefreshCw } from "lucide-react";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/illustrations";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";

interface Props {
  error: Error | null;
  onRetry: () => void;
  title?: string;
  isRetrying?: boolean;
}

/** What was asked for in the address has no marked field on the screen: its own sentence says more. */
const sentenceOf = (error: Error | null) => (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? error?.message;

/** Something could not be loaded: says what happened and offers another try. */
export function FailedState({ error, onRetry, title = "This could not be loaded", isRetrying }: Props) {
  return (
    <div className="cq-state" role="alert">
      <div className="cq-state-icon" aria-hidden="true">
        <FallenFlag />
      </div>
      <p className="cq-state-title">{title}</p>
      <p className="cq-state-text">{sentenceOf(error) || "Please try again."}</p>
      <div className="cq-state-action">
        <Button
          variant="secondary"
          isBusy={isRetrying}
          onClick={({ currentTarget }) => {
            // The skeleton takes this button's place at once.
            focusHeadingIfLost(currentTarget.closest("section"));
            onRetry();
          }}
        >
          {!isRetrying && <RefreshCw aria-hidden="true" size={16} />}
          Retry
        </Button>
      </div>
    </div>
  );
}
