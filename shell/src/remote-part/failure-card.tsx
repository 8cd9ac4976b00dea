import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { RefreshCw } from "lucide-react";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import type { FailureReason, PartFailure } from "./part-failure";

const REASONS: Record<FailureReason, string> = {
  registry: msg("We couldn't load this page. Try again in a minute."),
  disabled: msg("It's turned off for now."),
  contract: msg("It needs a newer version of this site. Reload the page."),
  timeout: msg("It took too long to load."),
  unreachable: msg("We couldn't reach it. Check your connection."),
  missing: msg("Some of its files are missing. It may be updating right now."),
  content: msg("Some files failed a security check, so we didn't load them. Reload the page to try again."),
  unfit: msg("It doesn't work with this version of the site."),
  crash: msg("It stopped because of an error on our side."),
};

export const THE_SITE = msg("The site");

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
        {isRepaired
          ? t("{title} is being repaired", { title: t(title) })
          : t("{title} isn't available right now", { title: isHome ? t("The home page") : t(title) })}
      </h1>
      <p className="cq-state-text">
        {failure.reason === "disabled" && failure.message ? failure.message : t(REASONS[failure.reason])}
      </p>
      <p className="cq-state-text">
        {isConnectionFailure && t("We'll try again as soon as you're back online.")}
        {!isConnectionFailure && isHome && !isRepaired && t("You can try again or use the rest of the site.")}
        {!isConnectionFailure && !isHome && title !== THE_SITE && (
          <T text="You can use the rest of the site or go <home>home</home>." home={<Link to="/" />} />
        )}
      </p>
      <div className="cq-state-action">
        <Button variant="secondary" onClick={onRetry}>
          <RefreshCw aria-hidden="true" size={16} />
          {t("Retry")}
        </Button>
      </div>
      <p className="sh-incident">
        <T text="Incident {code}" code={<code>{failure.incident}</code>} />
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
