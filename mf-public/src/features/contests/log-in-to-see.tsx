import { useLocation } from "react-router-dom";
import { msg, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { ENTRY_HEADING, EntryPanel } from "./entries/entry-panel";
import { ANNOUNCEMENTS_HEADING, AnnouncementsPanel } from "./discussion/announcements-section";
import { useFocusHashTarget } from "./use-focus-hash-target";

/** Sections that emails link to but only participants can see. */
const MEMBER_SECTIONS = [
  {
    hash: "#news",
    Panel: AnnouncementsPanel,
    headingId: ANNOUNCEMENTS_HEADING,
    text: msg("Announcements are for participants only. Log in to read them."),
  },
  {
    hash: "#entry",
    Panel: EntryPanel,
    headingId: ENTRY_HEADING,
    text: msg("Log in to see your entry and, once there's a winner, your feedback."),
  },
] as const;

/** Users coming from an email may be signed out here, where the linked section would be missing. */
export function LogInToSee() {
  const { hash } = useLocation();
  const isSignedOut = useSession(({ phase }) => phase === "signed-out");
  const linked = MEMBER_SECTIONS.find((section) => section.hash === hash);
  return isSignedOut && linked ? <LogIn {...linked} /> : null;
}

function LogIn({ hash, Panel, headingId, text }: (typeof MEMBER_SECTIONS)[number]) {
  const { pathname } = useLocation();
  useFocusHashTarget(hash, headingId);
  return (
    <Panel>
      <p>{t(text)}</p>
      <div>
        <ButtonLink size="sm" to={loginUrl(pathname + hash)} rel="nofollow">
          {t("Log in")}
        </ButtonLink>
      </div>
    </Panel>
  );
}
