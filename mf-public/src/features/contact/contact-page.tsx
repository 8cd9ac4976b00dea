import { Flag, ReceiptText, Send, UserRoundX } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Form } from "@conquest/shared/ui/form/form";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { useLazyResolver } from "@conquest/shared/ui/form/use-lazy-resolver";
import { Note, ErrorNote } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { errorMessage } from "@conquest/shared/ui/format/text";

/** Minimum duration of "Sending...": a shorter flash looks as if nothing was sent. */
const MIN_SENDING_MS = 1000;

const ADVICE = [
  { about: msg("About a contest"), advice: msg("Tell us its name, so we can find it."), Icon: Flag },
  {
    about: msg("About a payment"),
    advice: msg("Tell us the receipt number. It's under Payments in your dashboard."),
    Icon: ReceiptText,
  },
  {
    about: msg("Blocked or removed"),
    advice: msg("Use the email address you registered with, so we know it's you."),
    Icon: UserRoundX,
  },
];

const importCheck = () => import(/* webpackChunkName: "contact-check" */ "./contact-check");

const EMPTY = { name: "", email: "", message: "" };

export default function ContactPage() {
  const account = useSession((state) => state.account);
  const send = useCall(sendContactMessage);
  const [outcome, setOutcome] = useState<{ isSent: boolean; text: string } | null>(null);
  const form = useForm({ resolver: useLazyResolver(importCheck), defaultValues: EMPTY });
  const draft = useFormDraft("contact", form);
  const { isSubmitting } = form.formState;

  const { getValues, setValue } = form;
  const fillSender = useCallback(() => {
    if (!account) return;
    if (!getValues("name")) setValue("name", account.name, { shouldValidate: true });
    if (!getValues("email")) setValue("email", account.email, { shouldValidate: true });
  }, [account, getValues, setValue]);
  useEffect(fillSender, [fillSender]);

  const forgetOutcome = () => setOutcome(null);
  const submit = form.handleSubmit(async (message) => {
    forgetOutcome();
    const id = toast.loading(t("Sending..."));
    const shown = new Promise((resolve) => setTimeout(resolve, MIN_SENDING_MS));
    try {
      await Promise.all([send.mutateAsync({ body: message }), shown]);
      toast.success(t("Message sent successfully"), { id });
      setOutcome({ isSent: true, text: t("We'll reply to {email}.", { email: message.email }) });
      form.reset(EMPTY);
      draft.forget();
      fillSender();
    } catch (error) {
      await shown;
      const sentence = errorMessage(error);
      toast.dismiss(id);
      setOutcome({ isSent: false, text: sentence });
      showFieldErrors(form, error, "name", "email", "message");
    }
  }, forgetOutcome);

  return (
    <div className="cq-container cq-page">
      <div className="pu:grid pu:gap-8 pu:lg:grid-cols-[2fr_3fr] pu:lg:gap-16">
        <div>
          <PageHeading title={t("Contact Us")} subtitle={t("Questions, problems or ideas? Write to us.")} />
          <ul className="pu:flex pu:flex-col pu:gap-6">
            {ADVICE.map(({ about, advice, Icon }) => (
              <li key={about} className="pu:flex pu:gap-4">
                <span className="pu:grid pu:size-11 pu:shrink-0 pu:place-items-center pu:rounded-md pu:bg-brand-soft pu:text-brand-ink">
                  <Icon aria-hidden size={20} />
                </span>
                <p className="pu:text-muted">
                  <strong className="pu:block pu:font-semibold pu:text-ink">{t(about)}</strong>
                  {t(advice)}
                </p>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <Form onSubmit={(event) => void submit(event)} aria-label={t("Contact")} className="cq-panel cq-form">
            <TextField label={t("Name")} autoComplete="name" required {...fieldOf(form, "name")} />
            <TextField label={t("Email")} type="email" autoComplete="email" required {...fieldOf(form, "email")} />
            <TextAreaField label={t("Message")} rows={7} required {...fieldOf(form, "message")} />
            {/* Beside the button: the top of the form is out of sight on a phone when it is pressed. */}
            <ErrorNote title={t("Couldn't send your message")}>
              {outcome && !outcome.isSent && `${outcome.text} ${t("Your text is still here.")}`}
            </ErrorNote>
            <div className="pu:grid">
              <div role="status">
                {outcome?.isSent && (
                  <div className="pu:mb-4">
                    <Note tone="success" title={t("Thanks for your message")}>
                      {outcome.text}
                    </Note>
                  </div>
                )}
              </div>
              <Button type="submit" isBusy={isSubmitting}>
                {!isSubmitting && <Send aria-hidden size={18} />} {t("Submit")}
              </Button>
            </div>
          </Form>
        </div>
      </div>
    </div>
  );
}
