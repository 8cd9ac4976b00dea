import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { RefreshCw } from "lucide-react";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import type { FailureReason, PartFailure } from "./part-failure";

const REASONS: Record<FailureReason, string> = {
  registry: "We couldn't load this page. Try again in a minute.",
  disabled: "It's turned off for now.",
  contract: "It needs a newer version of this site. Reload the page.",
  timeout: "It took too long to load.",
  unreachable: "We couldn't reach it. Check your connection.",
  missing: "Some of its files are missing. It may be updating right now.",
  content: "Some files failed a security check, so we didn't load them. Reload the page to try again.",
  unfit: "It doesn't work with this version of the site.",
  crash: "It stopped because of an error on our side.",
};

export const THE_SITE = "The site";

export const CONNECTION_FAILURES: readonly FailureReason[] = ["unreachable", "timeout"];

export function FailureCard({ title, failure, onRetry }: { title: string; failure: PartFailure; onRetry: () => void }) {
  const isHome = useLocation().pathname === "/";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.id === "content") heading.current?.focus({ preventScroll: true });
  }, []);

  const isRepaired = failure.reason === "registry";
  const isConnectionFailure = CONNECTION_FAILURES.includes(failure.reason);
  useRetryOnline(isConnectionFailure, onRetry);

  return (
    <section className="cq-state sh-failure" role="alert">
      <div className="cq-state-icon" aria-hidden="true">
        <FallenFlag />
      </div>
      <h1 className="cq-state-title" ref={heading} tabIndex={-1}>
        {isRepaired ? `${title} is being repaired` : `${isHome ? "The home page" : title} isn't available right now`}
      </h1>
      <p className="cq-state-text">
        {failure.reason === "disabled" && failure.message ? failure.message : REASONS[failure.reason]}
      </p>
      <p className="cq-state-text">
        {isConnectionFailure && "We'll try again as soon as you're back online."}
        {!isConnectionFailure && isHome && !isRepaired && "You can try again or use the rest of the site."}
        {!isConnectionFailure && !isHome && title !== THE_SITE && (
          <>
            You can use the rest of the site or go <Link to="/">home</Link>.
          </>
        )}
      </p>
      <div className="cq-state-action">
        <Button variant="secondary" onClick={onRetry}>
          <RefreshCw aria-hidden="true" size={16} />
          Retry
        </Button>
      </div>
      <p className="sh-incident">
        Incident <code>{failure.incident}</code>
      </p>
    </section>
  );
}

export function useRetryOnline(isWaiting: boolean, onRetry: () => void): void {
  useEffect(() => {
    if (!isWaiting) return;
    addEventListener("online", onRetry);
    return () => removeEventListener("online", onRetry);
  }, [isWaiting, onRetry]);
}
