import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { Button } from "@conquest/shared/ui/button";
import { Form } from "@conquest/shared/ui/form/form";
import { Note } from "@conquest/shared/ui/note";

/** Errors by field name; `all` is for errors of no field. */
type Errors<Name extends string> = Partial<Record<Name | "all", string>>;

export const errorMessage = (error: unknown) =>
  error instanceof Error ? error.message : "That did not work. Please try again.";

/** Returns null if the password is right, or else the errors. */
export async function confirmPassword<Name extends string>(
  credentials: Credentials,
  password: string,
  field: Name,
): Promise<Errors<Name> | null> {
  try {
    await credentials.confirmByPassword(password);
    return null;
  } catch (error) {
    const isWrong = error instanceof IdentityError && error.code === "auth/invalid-credential";
    return (isWrong ? { [field]: "This is not your password." } : { all: errorMessage(error) }) as Errors<Name>;
  }
}

export function useAttempt<Name extends string>(
  attempt: () => Promise<Errors<Name>>,
  done: () => Promise<void> | void,
) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setDone(false);
    const newErrors = await attempt();
    setErrors(newErrors);
    setBusy(false);
    if (Object.keys(newErrors).length > 0) return;
    setDone(true);
    await done();
  };
  return { errors, isBusy, isDone, onSubmit };
}

interface Props extends Pick<ReturnType<typeof useAttempt>, "errors" | "isBusy" | "isDone" | "onSubmit"> {
  label: string;
  doneTitle: string;
  doneText: ReactNode;
  action: string;
  children: ReactNode;
}

export function CredentialsForm({
  label,
  errors,
  isBusy,
  isDone,
  onSubmit,
  doneTitle,
  doneText,
  action,
  children,
}: Props) {
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
      {errors.all && (
        <Note tone="danger" isAlert>
          {errors.all}
        </Note>
      )}
      {children}
      <div>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
