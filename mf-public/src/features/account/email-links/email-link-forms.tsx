import { useState, type FormEvent } from "react";
import type { Credentials, Letter, LetterMode } from "@conquest/shared/singletons/identity";
import { session, useSession } from "@conquest/shared/singletons/session-store";
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
  /** Text before and after the address. */
  question: readonly [before: string, after: string];
  button: string;
  done: string;
  then: string;
}

const TEXTS: Record<Mode, Texts> = {
  verifyEmail: {
    question: ["Is ", " your address?"],
    button: "Yes, confirm it",
    done: "Your e-mail address is confirmed",
    then: "Thank you. There is nothing more to do.",
  },
  verifyAndChangeEmail: {
    question: ["From now on you sign in with ", ". What you did here stays with your account."],
    button: "Use this address",
    done: "Your e-mail address is changed",
    then: "Please log in with it. Where you were signed in before, you no longer are.",
  },
  recoverEmail: {
    question: ["The address of your account was changed. With this you sign in with ", " again."],
    button: "Take it back",
    done: "Your account has its address again",
    then: "If it was not you who changed it, somebody knows your password: please choose a new one.",
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
  const { question, button, done, then } = TEXTS[mode];
  const address = mode === "verifyAndChangeEmail" ? (letter.newEmail ?? letter.email) : letter.email;

  const apply = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await credentials.applyLetter(code);
      const before = mode === "recoverEmail" ? letter.newEmail : letter.email;
      // The provider has revoked the sign-in with the previous address.
      if (mode !== "verifyEmail" && (await signedInEmail()) === before) await session.signOut().catch(() => undefined);
      setDone(true);
    } catch (error) {
      if (isBadLinkError(error)) onBadLink(errorMessage(error, DID_NOT_WORK));
      else setFailure(errorMessage(error, DID_NOT_WORK));
    } finally {
      setBusy(false);
    }
  };

  if (isDone) {
    return (
      <>
        <Note tone="success" role="status" title={done}>
          {then}
        </Note>
        <div>
          {mode === "recoverEmail" && <ButtonLink to="/forgot_password">Choose a new password</ButtonLink>}
          {mode === "verifyAndChangeEmail" && <ButtonLink to="/login">Go to login</ButtonLink>}
          {mode === "verifyEmail" && (
            <ButtonLink to="/" variant="secondary">
              Go to the home page
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
        {question[0]}
        <strong>{address}</strong>
        {question[1]}
      </p>
      <div>
        <Button isBusy={isBusy} onClick={() => void apply()}>
          {button}
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
    if (password === "") return setError("Please enter a new password.");
    setError(undefined);
    setBusy(true);
    try {
      await credentials.resetPassword(code, password);
    } catch (failure) {
      setBusy(false);
      return isBadLinkError(failure)
        ? onBadLink(errorMessage(failure, DID_NOT_WORK))
        : setError(errorMessage(failure, DID_NOT_WORK));
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
        <Note tone="success" role="status" title="Your password is changed">
          {done === "signed-in"
            ? "You are signed in here, and nowhere else any more."
            : "Log in with it from now on. Where you were signed in before, you no longer are."}
        </Note>
        <div>
          <ButtonLink to={done === "signed-in" ? "/dashboard" : "/login"}>
            {done === "signed-in" ? "Go to your dashboard" : "Go to login"}
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <>
      <p className="pu:wrap-anywhere">
        For the account of <strong>{email}</strong>.
      </p>
      <Form onSubmit={(event) => void save(event)} className="cq-form">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          value={password}
          error={error}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" isBusy={isBusy}>
          Save the new password
        </Button>
      </Form>
    </>
  );
}
