import { useState, type FormEvent } from "react";
import type { Credentials } from "@conquest/shared/singletons/identity";
import { session } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { Note } from "@conquest/shared/ui/note";
import { isBadLinkError, errorMessage } from "./email-link-frame";

interface Props {
  code: string;
  email: string;
  credentials: Credentials;
  onBadLink: (because: string) => void;
}

/** Replaces a forgotten password. Signing in with the new one at once ends all earlier sessions. */
export function NewPasswordForm({ code, email, credentials, onBadLink }: Props) {
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
      return isBadLinkError(failure) ? onBadLink(errorMessage(failure)) : setError(errorMessage(failure));
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
        <div role="status">
          <Note tone="success" title="Your password is changed">
            {done === "signed-in"
              ? "You are signed in here, and nowhere else any more."
              : "Log in with it from now on. Where you were signed in before, you no longer are."}
          </Note>
        </div>
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
