import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { t } from "@conquest/shared/singletons/language";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { formatTaka } from "@conquest/shared/ui/format/money";

import { ButtonLink } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { EmailLinkFrame } from "./email-link-frame";

interface Deletion {
  left: string;
  refunded: { count: number; total: number };
}

/** The deleted account's id comes in the history state, so that this page never signs out another account. */
export default function AccountDeletedPage() {
  const { left: deletedId, refunded } = (useLocation().state ?? {}) as Partial<Deletion>;
  const currentId = useSession(({ account }) => account?._id);
  useEffect(() => {
    if (deletedId !== undefined && deletedId === currentId) session.signOut().catch(() => undefined);
  }, [deletedId, currentId]);

  return (
    <EmailLinkFrame title={t("Account deleted")} subtitle={t("You're logged out everywhere.")}>
      <Note tone="success">
        {refunded && refunded.total > 0
          ? t("We refunded {amount} for {count, plural, one {# contest} other {# contests}}.", {
              amount: formatTaka(refunded.total),
              count: refunded.count,
            })
          : t("All refunds that were due have been made.")}{" "}
        {t(
          "Our last email to you has the details. Payments, entries and wins that other people rely on stay, without your name, photo and email address.",
        )}
      </Note>
      <p>{t("You can register again at any time, even with the same email address. You'll get a new account.")}</p>
      <div>
        <ButtonLink to="/" variant="secondary">
          {t("Go to the home page")}
        </ButtonLink>
      </div>
    </EmailLinkFrame>
  );
}
