import { X } from "lucide-react";
import type { Account } from "@conquest/shared/contracts/users";
import { T, t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { dismissVerification, useHasSentLink, useIsDismissed } from "@conquest/shared/ui/account/verification";
import { VerificationLink } from "@conquest/shared/ui/account/verification-link";
import { IconButton } from "@conquest/shared/ui/button";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

/** Older servers don't send whether the address is verified. */
export function VerificationBanner() {
  const account = useSession((state) => state.account);
  return account?.isEmailVerified === false ? <Banner key={account._id} account={account} /> : null;
}

function Banner({ account: { _id, email } }: { account: Account }) {
  const hasSentLink = useHasSentLink(_id);
  const isDismissed = useIsDismissed(_id);
  if (isDismissed) return null;

  const dismiss = () => {
    dismissVerification(_id);
    focusHeadingIfLost();
  };
  return (
    <section className="sh-verification" aria-label={t("Email verification")}>
      <div>
        <p>
          <T
            text={
              hasSentLink
                ? "Verify your email: we sent a link to {email}."
                : "Verify your email: we can send a link to {email}."
            }
            email={<strong>{email}</strong>}
          />
        </p>
        <VerificationLink label={t(hasSentLink ? "Resend" : "Send link")} />
      </div>
      <IconButton
        size="sm"
        label={t("Hide this message")}
        icon={<X aria-hidden="true" size={18} />}
        onClick={dismiss}
      />
    </section>
  );
}
