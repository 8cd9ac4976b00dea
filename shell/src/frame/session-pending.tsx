import { RefreshCw } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { FallenFlag } from "@conquest/shared/ui/picture/illustrations";
import { Spinner } from "@conquest/shared/ui/state/spinner";

export function SessionPending() {
  const delayedBecause = useSession((state) => state.delayedBecause);
  if (!delayedBecause)
    return (
      <div className="sh-loading">
        <Spinner size="lg" label={t("Loading your account")} />
        <noscript>{t("Turn on JavaScript to use your dashboard.")}</noscript>
      </div>
    );
  return (
    <section className="cq-state sh-failure" role="alert">
      <div className="cq-state-icon" aria-hidden="true">
        <FallenFlag />
      </div>
      <h1 className="cq-state-title">{t("This page isn't ready yet")}</h1>
      <p className="cq-state-text">{delayedBecause}</p>
      <p className="cq-state-text">
        {t("You're still logged in on this device. We'll keep trying and open the page as soon as we can.")}
      </p>
      <div className="cq-state-action">
        <Button variant="secondary" onClick={session.retry}>
          <RefreshCw aria-hidden="true" size={16} />
          {t("Retry")}
        </Button>
      </div>
    </section>
  );
}
