import { useState, type FormEvent } from "react";
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from "@conquest/shared/contracts/text/password";
import type { Credentials, Letter, LetterMode } from "@conquest/shared/singletons/identity";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { refreshVerification } from "@conquest/shared/ui/account/verification";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { DID_NOT_WORK, isBadLinkError } from "./email-link-frame";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { errorMessage } from "@conquest/shared/ui/format/text";

type Mode = Exclude<LetterMode, "resetPassword">;

interface Props {
  mode: Mode;
  code: string;
  letter: Letter;
  credentials: Credentials;
  onBadLink: (because: string) => void;
}

interface Texts {
  question: string;
  button: string;
  done: string;
  then: string;
}

const TEXTS: Record<Mode, Texts> = {
  verifyEmail: {
    question: msg("Is <b>{address}</b> your email address?"),
    button: msg("Verify email"),
    done: msg("Email address verified"),
    then: msg("Thanks. You don't need to do anything else."),
  },
  verifyAndChangeEmail: {
    question: msg("From now on, you'll log in with <b>{address}</b>. Everything in your account stays."),
    button: msg("Use this email"),
    done: msg("Email address changed"),
    then: msg("Log in with your new email. You've been logged out everywhere."),
  },
  recoverEmail: {
    question: msg("The email address of your account was changed. Restore <b>{address}</b> to log in with it again."),
    button: msg("Restore my old email"),
    done: msg("Email address restored"),
    then: msg("Didn't make this change? Someone knows your password. Choose a new one now."),
  },
};

/** Resolves once the session is known: the page opens from an email link, so the session may still be loading. */
const signedInEmail = () =>
  new Promise<string | undefined>((resolve) => {
    const resolveIfKnown = ({ phase, user }: ReturnType<typeof useSession.getState>) => {
      if (phase === "loading") return false;
      resolve(user?.email ?? undefined);
      return true;
    };
    if (resolveIfKnown(useSession.getState())) return;
    const unsubscribe = useSession.subscribe((state) => void (resolveIfKnown(state) && unsubscribe()));
  });

/** Asks for confirmation first: mail programs that prefetch links must not use them up. */
export function AddressChange({ mode, code, letter, credentials, onBadLink }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const isSignedIn = useSession(({ phase }) => phase === "signed-in");
  const { question, button, done, then } = TEXTS[mode];
  const address = mode === "verifyAndChangeEmail" ? (letter.newEmail ?? letter.email) : letter.email;

  const apply = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await credentials.applyLetter(code);
      // If this fails, the next page that opens tells the server.
      if (mode === "verifyEmail" && (await signedInEmail()) === letter.email)
        await refreshVerification().catch(() => undefined);
      const before = mode === "recoverEmail" ? letter.newEmail : letter.email;
      // The provider has revoked the sign-in with the previous address.
      if (mode !== "verifyEmail" && (await signedInEmail()) === before) await session.signOut().catch(() => undefined);
      setDone(true);
    } catch (error) {
      if (isBadLinkError(error)) onBadLink(errorMessage(error, t(DID_NOT_WORK)));
      else setFailure(errorMessage(error, t(DID_NOT_WORK)));
    } finally {
      setBusy(false);
    }
  };

  if (isDone) {
    return (
      <>
        <Note tone="success" role="status" title={t(done)}>
          {t(then)}
        </Note>
        <div>
          {mode === "recoverEmail" && <ButtonLink to="/forgot_password">{t("Choose a new password")}</ButtonLink>}
          {mode === "verifyAndChangeEmail" && <ButtonLink to="/login">{t("Go to login")}</ButtonLink>}
          {mode === "verifyEmail" && (
            <ButtonLink to={isSignedIn ? "/dashboard" : "/"} variant="secondary">
              {t(isSignedIn ? "Go to your dashboard" : "Go to the home page")}
            </ButtonLink>
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <ErrorNote>{failure}</ErrorNote>
      <p className="pu:wrap-anywhere">
        <T text={question} address={address} b={<strong />} />
      </p>
      <div>
        <Button isBusy={isBusy} onClick={() => void apply()}>
          {t(button)}
        </Button>
      </div>
    </>
  );
}

interface NewPasswordFormProps {
  code: string;
  letter: Letter;
  credentials: Credentials;
  onBadLink: (because: string) => void;
}

/** Replaces a forgotten password. Signing in with the new one at once ends all earlier sessions. */
export function NewPasswordForm({ code, letter: { email }, credentials, onBadLink }: NewPasswordFormProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<"signed-in" | "changed" | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (password === "") return setError(t("Enter a new password."));
    if (password.length < MIN_PASSWORD_LENGTH) return setError(t(PASSWORD_TOO_SHORT));
    setError(undefined);
    setBusy(true);
    try {
      await credentials.resetPassword(code, password);
    } catch (failure) {
      setBusy(false);
      return isBadLinkError(failure)
        ? onBadLink(errorMessage(failure, t(DID_NOT_WORK)))
        : setError(errorMessage(failure, t(DID_NOT_WORK)));
    }
    // The password is changed even if this sign-in fails.
    const isSignedIn = await session.signIn(email, password).then(
      () => true,
      () => false,
    );
    setDone(isSignedIn ? "signed-in" : "changed");
  };

  if (done) {
    return (
      <>
        <Note tone="success" role="status" title={t("Password changed")}>
          {t(
            done === "signed-in"
              ? "You're logged in here and logged out everywhere else."
              : "Log in with your new password. You've been logged out everywhere.",
          )}
        </Note>
        <div>
          <ButtonLink to={done === "signed-in" ? "/dashboard" : "/login"}>
            {t(done === "signed-in" ? "Go to your dashboard" : "Go to login")}
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="pu:wrap-anywhere">
        <T text="Choose a new password for <b>{email}</b>." email={email} b={<strong />} />
      </p>
      <Form onSubmit={(event) => void save(event)} className="cq-form">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={t("New password")}
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          error={error}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" isBusy={isBusy}>
          {t("Save new password")}
        </Button>
      </Form>
    </>
  );
}
