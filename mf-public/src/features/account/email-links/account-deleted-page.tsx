import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { EmailLinkFrame } from "./letter-frame";

/** Whose account was deleted comes with the address from where it was done: this page signs nobody else out. */
export default function AccountDeletedPage() {
  const left = (useLocation().state as { left?: string } | null)?.left;
  const present = useSession(({ account }) => account?._id);
  useEffect(() => {
    if (left !== undefined && left === present) session.signOut().catch(() => undefined);
  }, [left, present]);

  return (
    <EmailLinkFrame title="Your account is deleted" subtitle="You are signed out everywhere.">
      <Note tone="success">
        What was to be refunded is refunded. Payments, entries and wins that others depend on stay without your name,
        picture and address.
      </Note>
      <p>You can register again whenever you like, also with the same e-mail address. It will be a new account.</p>
      <div>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </EmailLinkFrame>
  );
}
