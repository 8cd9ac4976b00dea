import { useState, type FormEvent } from "react";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { Note } from "@conquest/shared/ui/note";

type Errors = Partial<Record<"email" | "password" | "all", string>>;

/** Has the provider send a letter to a new address: the link in it changes the address, nothing before it does. */
export function EmailForm({ credentials }: { credentials: Credentials }) {
  const { email: present } = useAccount();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const ask = async (): Promise<Errors> => {
    const wanted = email.trim();
    if (!/^\S+@\S+\.\S+$/.test(wanted)) return { email: "Please enter an e-mail address like name@example.com" };
    if (wanted.toLowerCase() === present) return { email: "This is your address already." };
    if (password === "") return { password: "Please enter your password." };
    try {
      await credentials.confirmByPassword(password);
    } catch (error) {
      return error instanceof IdentityError && error.code === "auth/invalid-credential" ? { password: "This is not your password." } : { all: (error as Error).message };
    }
    try {
      await credentials.sendEmailChange(wanted);
    } catch (error) {
      const code = error instanceof IdentityError ? error.code : "";
      if (code === "auth/email-already-in-use") return { email: "This address cannot be used. Please choose another." };
      return code === "auth/network-request-failed" ? { all: (error as Error).message } : { email: (error as Error).message };
    }
    setSentTo(wanted);
    return {};
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setSentTo(null);
    const found = await ask();
    setErrors(found);
    setBusy(false);
    if (Object.keys(found).length > 0) return;
    setEmail("");
    setPassword("");
  };

  return (
    <Form onSubmit={(event) => void send(event)} className="cq-form" aria-label="Change your e-mail address">
      {sentTo && (
        <div role="status">
          <Note tone="success" title="A letter is on its way">
            Open the link in the letter to {sentTo}. Until then your address stays as it is; after it you log in with the new one.
          </Note>
        </div>
      )}
      {errors.all && (
        <Note tone="danger" isAlert>
          {errors.all}
        </Note>
      )}
      <TextField
        label="New e-mail address"
        name="new_email"
        type="email"
        autoComplete="off"
        value={email}
        error={errors.email}
        hint="All that you did here stays with your account."
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField label="Your password" name="password" type="password" autoComplete="current-password" value={password} error={errors.password} onChange={({ target }) => setPassword(target.value)} />
      <div>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          Change e-mail address
        </Button>
      </div>
    </Form>
  );
}
