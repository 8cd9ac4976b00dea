import { useCallback, useState } from "react";
import { RefreshCw } from "lucide-react";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

interface Props {
  error: Error | null;
  onRetry: () => void;
  title?: string;
  isRetrying?: boolean;
}

/** What was asked for in the address has no marked field on the screen: its own sentence says more. */
const sentenceOf = (error: Error | null) =>
  (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? error?.message;

/** Nothing of the sort is there for who asks, or how things stand forbids it: another try is answered the same. */
const isLasting = (error: Error | null) =>
  error instanceof ApiError && (error.status === 409 || error.code === "not_found");

/** Something could not be loaded: says what happened and offers another try, where that may help. */
export function FailedState({
  error,
  onRetry,
  title = isLasting(error) ? "Nothing to show here" : "This could not be loaded",
  isRetrying,
}: Props) {
  const { page, lookAround } = useHeadlessPage();
  return (
    <div ref={lookAround} className="cq-state" role="alert">
      <div className="cq-state-icon" aria-hidden="true">
        <FallenFlag />
      </div>
      {page === undefined ? (
        <p className="cq-state-title">{title}</p>
      ) : (
        <h1 className="cq-state-title" id="page-heading" tabIndex={-1}>
          {page && <span className="cq-visually-hidden">{page}: </span>}
          {title}
        </h1>
      )}
      <p className="cq-state-text">{sentenceOf(error) || "Please try again."}</p>
      {!isLasting(error) && (
        <div className="cq-state-action">
          <Button
            variant="secondary"
            isBusy={isRetrying}
            onClick={({ currentTarget }) => {
              // The skeleton takes this button's place at once.
              focusHeadingIfLost(currentTarget.closest("section"));
              onRetry();
            }}>
            {!isRetrying && <RefreshCw aria-hidden="true" size={16} />}
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

/** What stands beside the page, or over it: it may fail while the page, and its heading, are on their way. */
const BESIDE = "header, dialog, [role=dialog]";

/**
 * What the page is called where it has no heading, as its heading would have come with what failed: then the failure is the
 * heading, for the focus to go to and for whoever goes by headings. Of several that failed the first is. Else undefined.
 */
function useHeadlessPage() {
  const [page, setPage] = useState<string>();
  const lookAround = useCallback((box: Element | null) => {
    const first = [...document.querySelectorAll(".cq-state[role=alert]")].find((state) => !state.closest(BESIDE));
    if (box && first === box && !document.querySelector("h1")) setPage(document.title.split(" | ")[0]);
  }, []);
  return { page, lookAround };
}
