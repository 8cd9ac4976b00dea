import { useLocation } from "react-router-dom";
import { loginAddress } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { ENTRY_HEADING, EntryPanel } from "./entries/entry-panel";
import { ANNOUNCEMENTS_HEADING, AnnouncementsPanel } from "./discussion/announcements-section";
import { useFocusHashTarget } from "./use-focus-hash-target";

/** What letters lead to on a contest's page that those alone see who take part. */
const SOUGHT = [
  {
    hash: "#news",
    Panel: AnnouncementsPanel,
    headingId: ANNOUNCEMENTS_HEADING,
    text: "What the creator writes to those who take part is read by them alone. Log in to read it.",
  },
  {
    hash: "#entry",
    Panel: EntryPanel,
    headingId: ENTRY_HEADING,
    text: "Log in to see your entry, and what was said of it once the winner is chosen.",
  },
] as const;

/** Whoever comes from a letter is signed in elsewhere, perhaps: here they would find nothing of what it speaks of. */
export function LogInToSee() {
  const { hash } = useLocation();
  const isSignedOut = useSession(({ phase }) => phase === "signed-out");
  const sought = SOUGHT.find((place) => place.hash === hash);
  return isSignedOut && sought ? <LogIn {...sought} /> : null;
}

function LogIn({ hash, Panel, headingId, text }: (typeof SOUGHT)[number]) {
  const { pathname } = useLocation();
  useFocusHashTarget(hash, headingId);
  return (
    <Panel>
      <p>{text}</p>
      <div>
        <ButtonLink size="sm" to={loginAddress(pathname + hash)} rel="nofollow">
          Log in
        </ButtonLink>
      </div>
    </Panel>
  );
}
