import { useCallback, useState } from "react";
import { RefreshCw } from "lucide-react";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

interface Props {
  error: Error | null;
  onRetry: () => void;
  title?: string;
  isRetrying?: boolean;
}

/** Prefers a field's message, since fields from the URL are not marked on the screen. */
const messageOf = (error: Error | null) =>
  (error instanceof ApiError ? Object.values(error.fields)[0] : undefined) ?? error?.message;

/** Returns whether a retry would fail again: nothing was found, or the current state forbids it. */
const isPermanent = (error: Error | null) =>
  error instanceof ApiError && (error.status === 409 || error.code === "not_found");

export function FailedState({
  error,
  onRetry,
  title = t(isPermanent(error) ? "Nothing to show here" : "Couldn't load this"),
  isRetrying,
}: Props) {
  const { page, checkHeading } = useHeadlessPage();
  return (
    <div ref={checkHeading} className="cq-state" role="alert">
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
      <p className="cq-state-text">{messageOf(error) || t("Try again.")}</p>
      {!isPermanent(error) && (
        <div className="cq-state-action">
          <Button
            variant="secondary"
            isBusy={isRetrying}
            onClick={({ currentTarget }) => {
              // The skeleton replaces this button immediately.
              focusHeadingIfLost(currentTarget.closest("section"));
              onRetry();
            }}>
            {!isRetrying && <RefreshCw aria-hidden="true" size={16} />}
            {t("Retry")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Outside the main content: may fail while the page and its heading are still loading. */
const OUTSIDE_MAIN = "header, dialog, [role=dialog]";

/** Returns the page's name if its heading failed to load, so that the first failure becomes the heading. */
function useHeadlessPage() {
  const [page, setPage] = useState<string>();
  const checkHeading = useCallback((box: Element | null) => {
    const first = [...document.querySelectorAll(".cq-state[role=alert]")].find((state) => !state.closest(OUTSIDE_MAIN));
    if (box && first === box && !document.querySelector("h1")) setPage(document.title.split(" | ")[0]);
  }, []);
  return { page, checkHeading };
}
