import { useState } from "react";
import { canonicalEmail, isEmailAddress } from "@conquest/shared/contracts/text/email-address";
import { IdentityError, type Credentials } from "@conquest/shared/singletons/identity";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { CredentialsForm, confirmPassword, errorMessage, useAttempt } from "./credentials-form";

/** Sends a confirmation email to the new address; only its link changes the address. */
export function EmailForm({ credentials }: { credentials: Credentials }) {
  const { email: currentEmail } = useAccount();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState("");

  const attempt = useAttempt<"email" | "password">(
    async () => {
      const newEmail = canonicalEmail(email);
      if (!isEmailAddress(newEmail)) return { email: "Please enter an e-mail address like name@example.com" };
      if (newEmail === currentEmail) return { email: "This is your address already." };
      if (password === "") return { password: "Please enter your password." };
      const errors = await confirmPassword(credentials, password, "password");
      if (errors) return errors;
      try {
        await credentials.sendEmailChange(newEmail);
      } catch (error) {
        const code = error instanceof IdentityError ? error.code : "";
        if (code === "auth/email-already-in-use")
          return { email: "This address cannot be used. Please choose another." };
        return { [code === "auth/network-request-failed" ? "all" : "email"]: errorMessage(error) };
      }
      setSentTo(newEmail);
      return {};
    },
    () => {
      setEmail("");
      setPassword("");
    },
  );

  return (
    <CredentialsForm
      {...attempt}
      label="Change your e-mail address"
      doneTitle="A letter is on its way"
      doneText={`Open the link in the letter to ${sentTo}. Until then your address stays as it is; after it you log in with the new one.`}
      action="Change e-mail address">
      <TextField
        label="New e-mail address"
        name="new_email"
        type="email"
        autoComplete="off"
        value={email}
        error={attempt.errors.email}
        hint="All that you did here stays with your account."
        onChange={({ target }) => setEmail(target.value)}
      />
      <TextField
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={attempt.errors.password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </CredentialsForm>
  );
}
