import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { listSessions } from "@conquest/shared/contracts/account";
import { keyOf } from "@conquest/shared/singletons/api-hooks";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { Note } from "@conquest/shared/ui/note";
import { openSessionAnew } from "./open-session-anew";

type Errors = Partial<Record<"current" | "next" | "all", string>>;

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : "That did not work. Please try again.");
const isOfPassword = (error: unknown) => error instanceof IdentityError && /weak-password|requirements/.test(error.code);

/** A new password ends every other session. */
export function PasswordForm({ credentials }: { credentials: Credentials }) {
  const { email } = useAccount();
  const cache = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  const change = async (): Promise<Errors> => {
    if (current === "" || next === "") return { ...(current === "" && { current: "Please enter your password." }), ...(next === "" && { next: "Please enter a new password." }) };
    try {
      await credentials.confirmByPassword(current);
    } catch (error) {
      return error instanceof IdentityError && error.code === "auth/invalid-credential" ? { current: "This is not your password." } : { all: sentenceOf(error) };
    }
    try {
      await openSessionAnew(email, await credentials.changePassword(next));
    } catch (error) {
      return isOfPassword(error) ? { next: sentenceOf(error) } : { all: sentenceOf(error) };
    }
    return {};
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setDone(false);
    const found = await change();
    setErrors(found);
    setBusy(false);
    if (Object.keys(found).length > 0) return;
    setCurrent("");
    setNext("");
    setDone(true);
    await cache.invalidateQueries({ queryKey: keyOf(listSessions) });
  };

  return (
    <Form onSubmit={(event) => void save(event)} className="cq-form" aria-label="Change your password">
      {isDone && (
        <div role="status">
          <Note tone="success" title="Your password is changed">
            You are signed in here, and nowhere else any more.
          </Note>
        </div>
      )}
      {errors.all && (
        <Note tone="danger" isAlert>
          {errors.all}
        </Note>
      )}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Current password" name="current_password" type="password" autoComplete="current-password" value={current} error={errors.current} onChange={({ target }) => setCurrent(target.value)} />
      <TextField
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        value={next}
        error={errors.next}
        hint="Wherever else you are signed in, you will be signed out."
        onChange={({ target }) => setNext(target.value)}
      />
      <div>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          Change password
        </Button>
      </div>
    </Form>
  );
}
