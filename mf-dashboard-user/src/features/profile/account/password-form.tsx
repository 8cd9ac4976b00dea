import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { endOtherSessions, listSessions } from "@conquest/shared/contracts/account";
import { createSession } from "@conquest/shared/contracts/session";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { CredentialsForm, confirmPassword, errorMessage, useAttempt } from "./credentials-form";

const isPasswordRuleError = (error: unknown) =>
  error instanceof IdentityError && /weak-password|requirements/.test(error.code);

export function PasswordForm({ credentials }: { credentials: Credentials }) {
  const { email } = useAccount();
  const cache = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");

  const attempt = useAttempt<"current" | "next">(
    async () => {
      if (current === "" || next === "")
        return {
          ...(current === "" && { current: "Please enter your password." }),
          ...(next === "" && { next: "Please enter a new password." }),
        };
      const errors = await confirmPassword(credentials, current, "current");
      if (errors) return errors;
      if (next === current) return { next: "This is the password that you have." };
      try {
        await reopenSession(email, await credentials.changePassword(next));
      } catch (error) {
        return { [isPasswordRuleError(error) ? "next" : "all"]: errorMessage(error) };
      }
      return {};
    },
    async () => {
      setCurrent("");
      setNext("");
      await cache.invalidateQueries({ queryKey: keyOf(listSessions) });
    },
  );

  return (
    <CredentialsForm
      {...attempt}
      label="Change your password"
      doneTitle="Your password is changed"
      doneText="You are signed in here, and nowhere else any more."
      action="Change password">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        value={current}
        error={attempt.errors.current}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <TextField
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        value={next}
        error={attempt.errors.next}
        hint="Wherever else you are signed in, you will be signed out."
        onChange={({ target }) => setNext(target.value)}
      />
    </CredentialsForm>
  );
}

async function reopenSession(email: string, token: string): Promise<void> {
  await call(createSession, { body: { email } }, { headers: { Authorization: `Bearer ${token}` } });
  await call(endOtherSessions, {});
}
