import { RefreshCw } from "lucide-react";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import { Spinner } from "@conquest/shared/ui/state/spinner";

export function SessionPending() {
  const delayedBecause = useSession((state) => state.delayedBecause);
  if (!delayedBecause)
    return (
      <div className="sh-loading">
        <Spinner size="lg" label="Checking who you are" />
        <noscript>Pages of the dashboard need JavaScript, and it is switched off here.</noscript>
      </div>
    );
  return (
    <section className="cq-state sh-failure" role="alert">
      <div className="cq-state-icon" aria-hidden="true">
        <FallenFlag />
      </div>
      <h1 className="cq-state-title">This page has to wait a moment</h1>
      <p className="cq-state-text">{delayedBecause}</p>
      <p className="cq-state-text">
        You are still signed in on this device. We keep trying, and open the page as soon as we can.
      </p>
      <div className="cq-state-action">
        <Button variant="secondary" onClick={session.retry}>
          <RefreshCw aria-hidden="true" size={16} />
          Retry
        </Button>
      </div>
    </section>
  );
}
