import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { session, useSession } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { EmailLinkFrame } from "./email-link-frame";

/** The deleted account's id comes in the history state, so that this page never signs out another account. */
export default function AccountDeletedPage() {
  const deletedId = (useLocation().state as { left?: string } | null)?.left;
  const currentId = useSession(({ account }) => account?._id);
  useEffect(() => {
    if (deletedId !== undefined && deletedId === currentId) session.signOut().catch(() => undefined);
  }, [deletedId, currentId]);

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
