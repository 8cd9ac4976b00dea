import { useCallback, useEffect, useState } from "react";
import { RefreshCw } from "lucide-react";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { Spinner } from "@conquest/shared/ui/state/spinner";

/** On the document while what it shows is not confirmed; site.css hides everything but what is drawn here. */
const HIDDEN = "unconfirmed";

const isHidden = () => HIDDEN in document.documentElement.dataset;

function hide(): void {
  if (useSession.getState().account) document.documentElement.dataset[HIDDEN] = "";
}

function show(): void {
  delete document.documentElement.dataset[HIDDEN];
}

/**
 * A browser brings a page back from its back/forward cache as it was left; its session may have ended since. Nothing of it is
 * seen until the server has said that the session still holds and is of the same account.
 */
export function RestoredPage() {
  const [state, setState] = useState<"shown" | "asking" | { because: string }>("shown");

  const ask = useCallback(async () => {
    if (!isHidden()) return;
    setState("asking");
    try {
      await session.confirm();
    } catch (error) {
      setState({ because: error instanceof Error ? error.message : "Please try again." });
      return;
    }
    // By then what was drawn for an account that has left is gone.
    setTimeout(() => {
      show();
      setState("shown");
    });
  }, []);

  useEffect(() => {
    // Before the page is put away: a restored page may be painted before its script runs.
    const leave = ({ persisted }: PageTransitionEvent) => persisted && hide();
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) hide();
      void ask();
    };
    const retry = () => void ask();
    addEventListener("pagehide", leave);
    addEventListener("pageshow", comeBack);
    addEventListener("online", retry);
    return () => {
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", comeBack);
      removeEventListener("online", retry);
    };
  }, [ask]);

  if (state === "shown") return null;
  return (
    <div className="sh-restored">
      {state === "asking" ? (
        <Spinner size="lg" label="Checking that you are still logged in" />
      ) : (
        <section className="cq-state sh-failure" role="alert">
          <h1 className="cq-state-title">This page is hidden for now</h1>
          <p className="cq-state-text">{state.because}</p>
          <p className="cq-state-text">We could not check whether you are still logged in. We try again as soon as the connection is back.</p>
          <div className="cq-state-action">
            <Button variant="secondary" onClick={() => void ask()}>
              <RefreshCw aria-hidden="true" size={16} />
              Retry
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
