import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { IdentityError, type LetterMode } from "@conquest/shared/singletons/identity";
import { msg, t } from "@conquest/shared/singletons/language";
import { session } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { Note } from "@conquest/shared/ui/note";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { AddressChange, NewPasswordForm } from "./email-link-forms";
import { EmailLinkFrame, isBadLinkError } from "./email-link-frame";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";

/** Titles stay the same when the action is done, so they are not phrased as requests. */
const TITLES: Record<LetterMode, string> = {
  resetPassword: msg("New password"),
  verifyEmail: msg("Your email address"),
  verifyAndChangeEmail: msg("Your new email address"),
  recoverEmail: msg("Your previous email address"),
};
const isMode = (mode: string | null): mode is LetterMode => mode !== null && Object.hasOwn(TITLES, mode);

/** Target page of the links in the identity provider's emails. */
export default function AccountActionPage() {
  const [search] = useSearchParams();
  const [mode, code] = [search.get("mode"), search.get("oobCode") ?? ""];
  return (
    <EmailLinkFrame title={t(isMode(mode) ? TITLES[mode] : "Your account")}>
      <Action key={`${mode} ${code}`} mode={mode} code={code} />
    </EmailLinkFrame>
  );
}

function Action({ mode, code }: { mode: string | null; code: string }) {
  const link = useLoaded(() => readLink(mode, code));
  const [badReason, setBadReason] = useState("");
  if (link.is === "loading") return <Spinner label={t("Checking your link")} />;
  if (link.is === "failed" && !isBadLinkError(link.error))
    return <FailedState error={link.error} title={t("Couldn't check your link")} onRetry={link.retry} />;
  if (badReason || link.is === "failed" || !isMode(mode))
    return <BadLink mode={mode} reason={badReason || (link.is === "failed" ? link.error.message : t(NOT_WHOLE))} />;
  const action = { code, ...link.value, onBadLink: setBadReason };
  return mode === "resetPassword" ? <NewPasswordForm {...action} /> : <AddressChange {...action} mode={mode} />;
}

const NOT_WHOLE = msg("This link is incomplete. Open it again from the email.");

async function readLink(mode: string | null, code: string) {
  if (!isMode(mode) || code === "") throw new IdentityError("auth/invalid-action-code", t(NOT_WHOLE));
  const credentials = await session.credentials();
  return { letter: await credentials.readLetter(code), credentials };
}

/** A link of unknown mode may be for a password, which is needed before the profile can be reached: offers both. */
function BadLink({ mode, reason }: { mode: string | null; reason: string }) {
  return (
    <>
      <Note tone="warning" title={t("This link no longer works")} role="alert">
        {reason} {t("Each link works once and for a limited time.")}
      </Note>
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        {(mode === "resetPassword" || !isMode(mode)) && (
          <ButtonLink to="/forgot_password">{t("Send a new link")}</ButtonLink>
        )}
        {mode !== "resetPassword" && (
          <ButtonLink to="/dashboard/profile?tab=security" variant="secondary">
            {t("Go to your settings")}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
