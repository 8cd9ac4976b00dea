import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { Credentials, Letter, LetterMode } from "@conquest/shared/singletons/identity";
import { session } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { Note } from "@conquest/shared/ui/note";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { AddressChange } from "./address-change";
import { EmailLinkFrame, isBadLinkError } from "./email-link-frame";
import { NewPasswordForm } from "./new-password-form";

/** Titles stay the same when the action is done, so they are not phrased as requests. */
const TITLES: Record<LetterMode, string> = {
  resetPassword: "Your new password",
  verifyEmail: "Your address",
  verifyAndChangeEmail: "Your new address",
  recoverEmail: "Your address from before",
};
const isMode = (mode: string | null): mode is LetterMode => mode !== null && Object.hasOwn(TITLES, mode);

type State =
  | { is: "checking" }
  | { is: "ready"; letter: Letter; credentials: Credentials }
  | { is: "bad"; reason: string }
  | { is: "failed"; error: Error };

/** Target page of the links in the identity provider's emails. */
export default function AccountActionPage() {
  const [search] = useSearchParams();
  const [mode, code] = [search.get("mode"), search.get("oobCode") ?? ""];
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<State>({ is: "checking" });

  useEffect(() => {
    let isCancelled = false;
    const settle = (next: State) => {
      if (!isCancelled) setState(next);
    };
    settle({ is: "checking" });
    void readLink(mode, code).then(settle, (error: unknown) => settle(errorState(error)));
    return () => {
      isCancelled = true;
    };
  }, [mode, code, tries]);

  return (
    <EmailLinkFrame title={isMode(mode) ? TITLES[mode] : "Your account"}>
      {state.is === "checking" && <Spinner label="Looking at your link" />}
      {state.is === "failed" && (
        <FailedState error={state.error} title="Your link could not be looked at" onRetry={() => setTries(tries + 1)} />
      )}
      {state.is === "bad" && <BadLink mode={mode} reason={state.reason} />}
      {state.is === "ready" &&
        (mode === "resetPassword" ? (
          <NewPasswordForm
            code={code}
            email={state.letter.email}
            credentials={state.credentials}
            onBadLink={(reason) => setState({ is: "bad", reason })}
          />
        ) : (
          <AddressChange
            mode={mode as Exclude<LetterMode, "resetPassword">}
            code={code}
            letter={state.letter}
            credentials={state.credentials}
            onBadLink={(reason) => setState({ is: "bad", reason })}
          />
        ))}
    </EmailLinkFrame>
  );
}

async function readLink(mode: string | null, code: string): Promise<State> {
  if (!isMode(mode) || code === "")
    return { is: "bad", reason: "This link is not whole. Please open it from the letter again." };
  const credentials = await session.credentials();
  return { is: "ready", letter: await credentials.readLetter(code), credentials };
}

function errorState(error: unknown): State {
  const knownError = error instanceof Error ? error : new Error("Please try again.");
  return isBadLinkError(error) ? { is: "bad", reason: knownError.message } : { is: "failed", error: knownError };
}

/**
 * A link of unknown mode may have been for a password, which is needed before the profile can be reached, so offer
 * both.
 */
function BadLink({ mode, reason }: { mode: string | null; reason: string }) {
  return (
    <>
      <Note tone="warning" title="This link leads nowhere any more" isAlert>
        {reason} Each link works once, and for a limited time.
      </Note>
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        {(mode === "resetPassword" || !isMode(mode)) && (
          <ButtonLink to="/forgot_password">Have a new link sent</ButtonLink>
        )}
        {mode !== "resetPassword" && (
          <ButtonLink to="/dashboard/profile" variant="secondary">
            Go to your profile
          </ButtonLink>
        )}
      </div>
    </>
  );
}
