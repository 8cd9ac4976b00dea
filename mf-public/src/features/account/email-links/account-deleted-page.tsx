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
    <EmailLinkFrame title="Account deleted" subtitle="You're logged out everywhere.">
      <Note tone="success">
        All refunds that were due have been made. Payments, entries and wins that other people rely on stay, without
        your name, photo and email address.
      </Note>
      <p>You can sign up again at any time, even with the same email address. You'll get a new account.</p>
      <div>
        <ButtonLink to="/" variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    </EmailLinkFrame>
  );
}
