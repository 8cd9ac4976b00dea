import { useState } from "react";
import { useLocation, Link } from "react-router-dom";
import { msg, t } from "@conquest/shared/singletons/language";
import { returnPath } from "@conquest/shared/singletons/return-path";
import { session } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { SILENT_TOAST } from "@conquest/shared/ui/note";
import { InAppNote } from "@conquest/shared/ui/in-app-note";
import { truncate, errorMessage } from "@conquest/shared/ui/format/text";

interface Props {
  instead: string;
  /** Receives the message to show, or null when a new attempt starts. */
  onFailure: (message: string | null) => void;
}

/** Browsers block popups not opened during a click. CSS shows it or the in-app note, so hydration shifts nothing. */
export function GoogleButton({ instead, onFailure }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const location = useLocation();

  /** Includes the return path, which may only be in the history state. */
  function address() {
    const from = returnPath(location.state, location.search);
    return from === "/" ? location.pathname : `${location.pathname}?from=${encodeURIComponent(from)}`;
  }

  async function signIn() {
    setIsBusy(true);
    onFailure(null);
    try {
      const user = await session.signInWithGoogle();
      toast.success(t("Signed In as {name}", { name: user.displayName ?? user.email ?? "" }));
    } catch (error) {
      const message = errorMessage(error, t("Google couldn't log you in. Try again."));
      toast.error(truncateForToast(message), SILENT_TOAST);
      onFailure(message);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <Button
        type="button"
        variant="secondary"
        isBusy={isBusy}
        onClick={() => void signIn()}
        className="pu:w-full pu:in-data-in-app:hidden">
        <GoogleMark /> {t("Continue with Google")}
      </Button>
      <div className="pu:hidden pu:in-data-in-app:block">
        <InAppNote title={t("Google login doesn’t work in this app")} address={address}>
          {instead}
        </InAppNote>
      </div>
    </>
  );
}

const GoogleMark = () => (
  <svg aria-hidden viewBox="0 0 24 24" width="18" height="18">
    <path
      fill="#4285F4"
      d="M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.9c2.3-2.1 3.5-5.2 3.5-8.8Z"
    />
    <path
      fill="#34A853"
      d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3c-1.1.7-2.5 1.2-4.1 1.2-3.1 0-5.8-2.1-6.7-5H1.3v3.1A12 12 0 0 0 12 24Z"
    />
    <path fill="#FBBC05" d="M5.3 14.3a7.2 7.2 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8l4-3.1Z" />
    <path fill="#EA4335" d="M12 4.8c1.8 0 3.3.6 4.6 1.8L20 3.1A12 12 0 0 0 1.3 6.6l4 3.1c.9-2.9 3.6-5 6.7-5Z" />
  </svg>
);

/** Shortened for a toast; the full text is on the page. */
export const truncateForToast = (message: string) => truncate(message, 140);

const LOG_IN_INSTEAD = msg("Log in instead.");
const CONTACT_US = msg("Contact us");

function LogInInstead() {
  const { search, state } = useLocation();
  return (
    <Link replace to={{ pathname: "/login", search }} state={state} className="cq-link">
      {t(LOG_IN_INSTEAD)}
    </Link>
  );
}

/** Explains why a sign-in was rejected; links to the pages that the text mentions. */
export function ErrorText({ children: text }: { children: string }) {
  // The text may be in English on a page in another language.
  const find = (part: string) => [part, t(part)].find((each) => text.includes(each));
  const loginPart = find(LOG_IN_INSTEAD);
  return (
    <>
      {loginPart ? text.replace(loginPart, "") : text}
      {loginPart && <LogInInstead />}
      {find(CONTACT_US) && (
        <Link to="/contact_us" className="cq-link pu:mt-1 pu:block">
          {t(CONTACT_US)}
        </Link>
      )}
    </>
  );
}
