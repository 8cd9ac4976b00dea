import { useCallback, useEffect, useState } from "react";
import { RefreshCw } from "lucide-react";
import { t } from "@conquest/shared/singletons/language";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { Spinner } from "@conquest/shared/ui/state/spinner";

/** Data attribute of the document while its session is unconfirmed; site.css then hides everything except this component. */
const HIDDEN = "unconfirmed";

const isHidden = () => HIDDEN in document.documentElement.dataset;

function hide(): void {
  if (useSession.getState().account) document.documentElement.dataset[HIDDEN] = "";
}

function show(): void {
  delete document.documentElement.dataset[HIDDEN];
}

/** Hides a page restored from the back/forward cache until the server confirms that its session is still valid. */
export function RestoredPage() {
  const [state, setState] = useState<"shown" | "asking" | { because: string }>("shown");

  const confirmSession = useCallback(async () => {
    if (!isHidden()) return;
    setState("asking");
    try {
      await session.confirm();
    } catch (error) {
      setState({ because: error instanceof Error ? error.message : t("Try again.") });
      return;
    }
    // Deferred, so that React removes the previous account's content first.
    setTimeout(() => {
      show();
      setState("shown");
    });
  }, []);

  useEffect(() => {
    // Hidden before it is cached, since a restored page may be painted before its script runs.
    const handlePageHide = ({ persisted }: PageTransitionEvent) => persisted && hide();
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) hide();
      void confirmSession();
    };
    const retry = () => void confirmSession();
    addEventListener("pagehide", handlePageHide);
    addEventListener("pageshow", handlePageShow);
    addEventListener("online", retry);
    return () => {
      removeEventListener("pagehide", handlePageHide);
      removeEventListener("pageshow", handlePageShow);
      removeEventListener("online", retry);
    };
  }, [confirmSession]);

  if (state === "shown") return null;
  return (
    <div className="sh-restored">
      {state === "asking" ? (
        <Spinner size="lg" label={t("Checking that you're still logged in")} />
      ) : (
        <section className="cq-state sh-failure" role="alert">
          <h1 className="cq-state-title">{t("This page is hidden for now")}</h1>
          <p className="cq-state-text">{state.because}</p>
          <p className="cq-state-text">
            {t("We couldn’t check if you’re still logged in. We’ll try again when you’re online.")}
          </p>
          <div className="cq-state-action">
            <Button variant="secondary" onClick={() => void confirmSession()}>
              <RefreshCw aria-hidden="true" size={16} />
              {t("Retry")}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
