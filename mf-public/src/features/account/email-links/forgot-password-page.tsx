import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { session } from "@conquest/shared/singletons/session-store";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { useLazyResolver } from "@conquest/shared/ui/form/use-lazy-resolver";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { DID_NOT_WORK, EmailLinkFrame } from "./email-link-frame";
import { fieldOf } from "@conquest/shared/ui/form/form-fields";
import { errorMessage } from "@conquest/shared/ui/format/text";

const importCheck = () => import(/* webpackChunkName: "forgot-password-check" */ "./forgot-password-check");

/** Sends a password reset email. The confirmation is the same whether or not the account exists. */
export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ resolver: useLazyResolver(importCheck), defaultValues: { email: "" } });
  const { isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ email }) => {
    setFailure(null);
    setSentTo(null);
    try {
      await (await session.credentials()).sendPasswordReset(email);
      setSentTo(email);
    } catch (error) {
      setFailure(errorMessage(error, DID_NOT_WORK));
    }
  });

  return (
    <EmailLinkFrame title="Forgotten password" subtitle="We send you a link to choose a new one.">
      {sentTo !== null && (
        <Note tone="success" role="status" title="Look into your letters">
          If there is an account with a password for {sentTo}, a letter with a link is on its way. If none comes, look
          among the spam, or whether you signed up with Google.
        </Note>
      )}
      <ErrorNote>{failure}</ErrorNote>
      <Form onSubmit={(event) => void send(event)} className="cq-form">
        <TextField label="Email" type="email" autoComplete="username" required {...fieldOf(form, "email")} />
        <Button type="submit" variant="primary" isBusy={isSubmitting}>
          {sentTo === null ? "Send the link" : "Send it again"}
        </Button>
      </Form>
      <p className="pu:text-center pu:text-sm">
        <Link to="/login" className="cq-link">
          Back to login
        </Link>
      </p>
    </EmailLinkFrame>
  );
}
