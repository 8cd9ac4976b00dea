import { useLocation } from "react-router-dom";
import { loginAddress } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";

/** What letters lead to on a contest's page that those alone see who take part. */
const SOUGHT: Record<string, { title: string; text: string }> = {
  "#news": { title: "News", text: "What the creator writes to those who take part is read by them alone. Log in to read it." },
  "#entry": { title: "Your entry", text: "Log in to see your entry, and what was said of it once the winner is chosen." },
};

/** Whoever comes from a letter is signed in elsewhere, perhaps: here they would find nothing of what it speaks of. */
export function LogInToSee() {
  const { pathname, hash } = useLocation();
  const isSignedOut = useSession(({ phase }) => phase === "signed-out");
  const sought = SOUGHT[hash];
  if (!isSignedOut || !sought) return null;
  const id = hash.slice(1);
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="cq-panel pu:flex pu:scroll-mt-24 pu:flex-col pu:items-start pu:gap-4">
      <h2 id={`${id}-heading`} tabIndex={-1} className="cq-section-title">
        {sought.title}
      </h2>
      <p>{sought.text}</p>
      <ButtonLink size="sm" to={loginAddress(pathname + hash)} rel="nofollow">
        Log in
      </ButtonLink>
    </section>
  );
}
