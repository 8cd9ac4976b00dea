import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { exportMyData, previewDeletion } from "@conquest/shared/contracts/account";
import { query } from "@conquest/shared/singletons/api-hooks";
import { config } from "@conquest/shared/singletons/config";
import type { Credentials } from "@conquest/shared/singletons/identity";
import { T, t } from "@conquest/shared/singletons/language";
import { session, useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { VerificationLink } from "@conquest/shared/ui/account/verification-link";
import { Button } from "@conquest/shared/ui/button";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Section } from "@conquest/shared/ui/page/section";
import { useLoaded } from "@conquest/shared/ui/page/use-loaded";
import { FailedState } from "@conquest/shared/ui/state/failed-state";
import { CalendarTab } from "../calendar-tab";
import { EmailsTab } from "../emails-tab";
import { EmailForm, PasswordForm } from "./credentials-form";
import { Sessions } from "./sessions";

export interface SignIn {
  hasPassword: boolean;
  credentials: Credentials;
}

async function readSignIn(): Promise<SignIn> {
  const credentials = await session.credentials();
  return { hasPassword: await credentials.hasPassword(), credentials };
}

const PANEL = { className: "cq-panel", titleClass: "du:mb-4 du:text-xl du:font-bold" };

export default function AccountSettings({ tab }: { tab: "security" | "emails" | "calendar" | "data" }) {
  if (tab === "calendar") return <CalendarTab />;
  return tab === "emails" ? <EmailsTab /> : <SignInSettings tab={tab} />;
}

function SignInSettings({ tab }: { tab: "security" | "data" }) {
  const signIn = useLoaded(readSignIn);
  return (
    <div className="du:grid du:items-start du:gap-6 du:lg:grid-cols-2">
      {tab === "security" ? (
        <>
          <Section {...PANEL} headingId="account-password" title={t("Password and email")}>
            <EmailVerification />
            {signIn.is === "loading" && <FormSkeleton />}
            {signIn.is === "failed" && <FailedState error={signIn.error} onRetry={signIn.retry} />}
            {signIn.is === "here" &&
              (signIn.value.hasPassword ? (
                <div className="du:grid du:gap-8">
                  <PasswordForm credentials={signIn.value.credentials} />
                  <EmailForm credentials={signIn.value.credentials} />
                </div>
              ) : (
                <p>{t("You log in with Google. Change your password and email address in your Google account.")}</p>
              ))}
          </Section>
          <Section {...PANEL} headingId="account-sessions" title={t("Active sessions")} isFocusable>
            <Sessions />
          </Section>
        </>
      ) : (
        <>
          <Section {...PANEL} headingId="account-data" title={t("Your data")}>
            <div className="du:grid du:gap-4">
              <p>
                {t(
                  "One JSON file with all your data: profile, payments, entries and their feedback, contests and their review, notifications, messages and logins. It lists the files you submitted; download them from your entries.",
                )}
              </p>
              <div>
                <DownloadLink href={`${config().apiBase}${exportMyData.path}`} variant="secondary">
                  <Download aria-hidden="true" size={18} /> {t("Download my data")}
                </DownloadLink>
              </div>
            </div>
          </Section>
          <Section {...PANEL} headingId="account-end" title={t("Delete account")}>
            <DeleteAccount signIn={signIn.is === "here" ? signIn.value : null} />
          </Section>
        </>
      )}
    </div>
  );
}

/** Stays here after the dashboard's banner was dismissed. */
function EmailVerification() {
  const { email, isEmailVerified } = useAccount();
  if (isEmailVerified !== false) return null;
  return (
    <div className="du:mb-8">
      <Note tone="warning" title={t("Your email isn't verified")}>
        <p>
          <T
            text="Until you verify <b>{email}</b>, you can't accept judging invitations, and we send you at most one email an hour."
            email={email}
            b={<strong />}
          />
        </p>
        <VerificationLink label={t("Send me a verification link")} />
      </Note>
    </div>
  );
}

const FormSkeleton = () => (
  <div role="status" aria-label={t("Loading your login settings")}>
    {/* As high as both forms. */}
    <div
      aria-hidden="true"
      className="cq-bone du:min-h-[35.25rem] du:max-sm:min-h-146.5 du:max-sm:in-[:lang(bn)]:min-h-148"
    />
  </div>
);

const DeletionDialog = lazyComponent(() => import(/* webpackChunkName: "deletion-dialog" */ "./deletion-dialog"));

function DeleteAccount({ signIn }: { signIn: SignIn | null }) {
  const [isOpen, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const cache = useQueryClient();
  const open = async () => {
    setLoading(true);
    try {
      // Also loads the preview, so that the dialog does not grow after opening. The cached one is removed, as it may be outdated.
      cache.removeQueries(query(previewDeletion));
      await Promise.all([DeletionDialog.load(), cache.prefetchQuery(query(previewDeletion))]);
      setOpen(true);
    } catch {
      toast.error(t("Couldn't load this. Check your connection and try again."));
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className="du:grid du:gap-4">
      <p>{t("Permanently delete your name, photo and email. We'll show you what else happens before you confirm.")}</p>
      <div>
        <Button variant="danger" disabled={signIn === null} isBusy={isLoading} onClick={() => void open()}>
          {t("Delete my account…")}
        </Button>
      </div>
      {signIn && isOpen && <DeletionDialog signIn={signIn} onClose={() => setOpen(false)} />}
    </div>
  );
}
