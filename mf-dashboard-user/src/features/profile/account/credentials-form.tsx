import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { endOtherSessions, listSessions } from "@conquest/shared/contracts/account";
import { createSession } from "@conquest/shared/contracts/session";
import { canonicalEmail, isEmailAddress } from "@conquest/shared/contracts/text/email-address";
import { MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from "@conquest/shared/contracts/text/password";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { call } from "@conquest/shared/singletons/call";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { Form } from "@conquest/shared/ui/form/form";
import { PasswordHint } from "@conquest/shared/ui/form/password-hint";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { ErrorNote, Note } from "@conquest/shared/ui/note";

/** Errors by field name; `all` is for errors of no field. */
type Errors<Name extends string> = Partial<Record<Name | "all", string>>;

export const DID_NOT_WORK = msg("Something went wrong. Try again.");

export const isWrongPassword = (error: unknown) =>
  error instanceof IdentityError && error.code === "auth/invalid-credential";

/** Returns null if the password is right, or else the errors. */
async function confirmPassword<Name extends string>(
  credentials: Credentials,
  password: string,
  field: Name,
): Promise<Errors<Name> | null> {
  try {
    await credentials.confirmByPassword(password);
    return null;
  } catch (error) {
    return (
      isWrongPassword(error)
        ? { [field]: t("That password isn't right. Try again.") }
        : { all: errorMessage(error, t(DID_NOT_WORK)) }
    ) as Errors<Name>;
  }
}

function useAttempt<Name extends string>(
  names: readonly Name[],
  attempt: (values: Record<Name, string>) => Promise<Errors<Name>>,
  done?: () => Promise<void>,
) {
  const empty = Object.fromEntries(names.map((name) => [name, ""])) as Record<Name, string>;
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setDone(false);
    const newErrors = await attempt(values);
    setErrors(newErrors);
    setBusy(false);
    if (Object.keys(newErrors).length > 0) return;
    setDone(true);
    setValues(empty);
    await done?.();
  };
  const field = (name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  return { field, form: { errors, isBusy, isDone, onSubmit } };
}

interface Props extends Pick<ReturnType<typeof useAttempt>["form"], "errors" | "isBusy" | "isDone" | "onSubmit"> {
  label: string;
  doneTitle: string;
  doneText: ReactNode;
  action: string;
  children: ReactNode;
}

function CredentialsForm({ label, errors, isBusy, isDone, onSubmit, doneTitle, doneText, action, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors]);
  return (
    <Form ref={form} onSubmit={(event) => void onSubmit(event)} className="cq-form" aria-label={label}>
      {isDone && (
        <div role="status">
          <Note tone="success" title={doneTitle}>
            {doneText}
          </Note>
        </div>
      )}
      <ErrorNote>{errors.all}</ErrorNote>
      {children}
      <div>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

const isPasswordRuleError = (error: unknown) =>
  error instanceof IdentityError && /weak-password|requirements/.test(error.code);

export function PasswordForm({ credentials }: { credentials: Credentials }) {
  const { name, email } = useAccount();
  const cache = useQueryClient();
  const { field, form } = useAttempt(
    ["current", "next"],
    async ({ current, next }) => {
      if (current === "" || next === "")
        return {
          ...(current === "" && { current: t("Enter your password") }),
          ...(next === "" && { next: t("Enter a new password") }),
        };
      if (next.length < MIN_PASSWORD_LENGTH) return { next: t(PASSWORD_TOO_SHORT) };
      const errors = await confirmPassword(credentials, current, "current");
      if (errors) return errors;
      if (next === current) return { next: t("That's your current password. Choose a new one.") };
      try {
        await reopenSession(email, await credentials.changePassword(next));
      } catch (error) {
        return { [isPasswordRuleError(error) ? "next" : "all"]: errorMessage(error, t(DID_NOT_WORK)) };
      }
      return {};
    },
    () => cache.invalidateQueries({ queryKey: keyOf(listSessions) }),
  );
  return (
    <CredentialsForm
      {...form}
      label={t("Change your password")}
      doneTitle={t("Password changed")}
      doneText={t("You're still logged in here and have been logged out everywhere else.")}
      action={t("Change password")}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        {...field("current")}
        label={t("Current password")}
        name="current_password"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...field("next")}
        label={t("New password")}
        name="new_password"
        type="password"
        autoComplete="new-password"
        hint={
          <PasswordHint password={field("next").value} personal={[name, email]}>
            {t("At least 6 characters. You'll be logged out everywhere else.")}
          </PasswordHint>
        }
      />
    </CredentialsForm>
  );
}

async function reopenSession(email: string, token: string): Promise<void> {
  await call(createSession, { body: { email } }, { headers: { Authorization: `Bearer ${token}` } });
  await call(endOtherSessions, {});
}

/** Sends a confirmation email to the new address; only its link changes the address. */
export function EmailForm({ credentials }: { credentials: Credentials }) {
  const { email: currentEmail } = useAccount();
  const [sentTo, setSentTo] = useState("");
  const { field, form } = useAttempt(["email", "password"], async ({ email, password }) => {
    const newEmail = canonicalEmail(email);
    if (!isEmailAddress(newEmail)) return { email: t("Enter an email address like name@example.com") };
    if (newEmail === currentEmail) return { email: t("That's already your email address.") };
    if (password === "") return { password: t("Enter your password") };
    const errors = await confirmPassword(credentials, password, "password");
    if (errors) return errors;
    try {
      await credentials.sendEmailChange(newEmail);
    } catch (error) {
      const code = error instanceof IdentityError ? error.code : "";
      if (code === "auth/email-already-in-use")
        return { email: t("You can't use this email address. Choose another one.") };
      return { [code === "auth/network-request-failed" ? "all" : "email"]: errorMessage(error, t(DID_NOT_WORK)) };
    }
    setSentTo(newEmail);
    return {};
  });
  return (
    <CredentialsForm
      {...form}
      label={t("Change your email address")}
      doneTitle={t("Check your inbox")}
      doneText={t(
        "Open the link we sent to {email}. Until you do, your email stays the same. After that, log in with the new one.",
        { email: sentTo },
      )}
      action={t("Change email address")}>
      <TextField
        {...field("email")}
        label={t("New email address")}
        name="new_email"
        type="email"
        autoComplete="off"
        hint={t("Your contests, entries and payments stay with your account.")}
      />
      <TextField
        {...field("password")}
        label={t("Current password")}
        name="password"
        type="password"
        autoComplete="current-password"
      />
    </CredentialsForm>
  );
}
