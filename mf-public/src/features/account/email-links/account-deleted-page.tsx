import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { pluralize } from "@conquest/shared/ui/format/text";
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
    <EmailLinkFrame title="Account deleted" subtitle="You're logged out everywhere.">
      <Note tone="success">
        {refunded && refunded.total > 0
          ? `We refunded ${formatTaka(refunded.total)} for ${pluralize(refunded.count, "contest", "contests")}.`
          : "All refunds that were due have been made."}{" "}
        Our last email to you has the details. Payments, entries and wins that other people rely on stay, without your
        name, photo and email address.
      </Note>
      <p>You can register again at any time, even with the same email address. You'll get a new account.</p>
      <div>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </EmailLinkFrame>
  );
}
