import { useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation } from "react-router-dom";
import { t } from "@conquest/shared/singletons/language";
import { session } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
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
  // Typed on the login page.
  const typed = useLocation().state as { email?: string } | null;
  const form = useForm({ resolver: useLazyResolver(importCheck), defaultValues: { email: typed?.email ?? "" } });
  const { isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ email }) => {
    setFailure(null);
    setSentTo(null);
    try {
      await (await session.credentials()).sendPasswordReset(email);
      setSentTo(email);
    } catch (error) {
      setFailure(errorMessage(error, t(DID_NOT_WORK)));
    }
  });

  return (
    <EmailLinkFrame title={t("Reset your password")} subtitle={t("We'll email you a link.")}>
      <Form onSubmit={(event) => void send(event)} className="cq-form">
        <TextField label={t("Email")} type="email" autoComplete="username" required {...fieldOf(form, "email")} />
        <div className="pu:flex pu:flex-wrap pu:justify-between pu:gap-3">
          <Button type="submit" variant="primary" isBusy={isSubmitting}>
            {t(sentTo === null ? "Send link" : "Send again")}
          </Button>
          <ButtonLink to="/login" variant="ghost">
            {t("Back to login")}
          </ButtonLink>
        </div>
      </Form>
      {/* Last, so that nothing moves when they appear. */}
      <ErrorNote>{failure}</ErrorNote>
      {sentTo !== null && (
        <Note tone="success" role="status" title={t("Check your email")}>
          {t(
            "If {email} has a password with us, we've sent a reset link. Nothing there? Check your spam folder, or continue with Google if you registered that way.",
            { email: sentTo },
          )}
        </Note>
      )}
    </EmailLinkFrame>
  );
}
