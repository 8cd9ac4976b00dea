import { useEffect, useState } from "react";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { useAccount } from "@conquest/shared/singletons/session-store";
import {
  MAX_LINKS_PER_HOUR,
  minutesUntilNextLink,
  refreshVerification,
  sendVerificationLink,
  useHasSentLink,
} from "@conquest/shared/ui/account/verification";
import { Button } from "@conquest/shared/ui/button";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

interface Props {
  label: string;
  "aria-describedby"?: string;
}

/** A button that emails a verification link, and what came of it. Notices if the link is opened elsewhere. */
export function VerificationLink({ label, ...rest }: Props) {
  const { _id, email } = useAccount();
  const hasSentLink = useHasSentLink(_id);
  const [outcome, setOutcome] = useState("");
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (!hasSentLink) return;
    const check = () => {
      if (document.visibilityState === "visible") refreshVerification().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
  }, [hasSentLink]);

  const send = async () => {
    setBusy(true);
    setOutcome("");
    try {
      setOutcome(await sendUnlessVerified(_id, email));
    } catch (error) {
      setOutcome(errorMessage(error, t("We couldn't send the link. Try again.")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button {...rest} size="sm" variant="secondary" isBusy={isBusy} onClick={() => void send()}>
        {label}
      </Button>
      <p role="status">{outcome}</p>
    </>
  );
}

/** Returns what happened, as a sentence. */
async function sendUnlessVerified(accountId: string, email: string): Promise<string> {
  if (await refreshVerification()) {
    toast.success(t("Email verified"));
    focusHeadingIfLost();
    return t("Your email is verified.");
  }
  const minutes = minutesUntilNextLink(accountId);
  if (minutes > 0)
    return t("You can get {max} links an hour. Try again in {minutes, plural, one {# minute} other {# minutes}}.", {
      max: MAX_LINKS_PER_HOUR,
      minutes,
    });
  await sendVerificationLink(accountId);
  return t("We sent a link to {email}. Nothing there? Check your spam folder.", { email });
}
