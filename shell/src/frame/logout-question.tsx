import { createRoot } from "react-dom/client";
import { languagePrefix } from "@conquest/shared/contracts/parts/languages";
import { language, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { Modal } from "@conquest/shared/ui/dialog/dialog";

/** Drafts of `shared/singletons/drafts.ts`, without their bases. What a visitor typed to register is not one. */
const DRAFT = /^draft:[^:]*:[^:]*:(?!register$)([^#]+)$/;

const ENTRY = /^entry:(.+)$/;

/** The names of this tab's drafts, which a logout deletes. Other tabs' drafts are not known here. */
function draftNames(): string[] {
  try {
    return Object.keys(sessionStorage).flatMap((key) => DRAFT.exec(key)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** Resolves to true without drafts, or if the user agrees to lose them. */
export function confirmLogout(): Promise<boolean> {
  const names = draftNames();
  if (names.length === 0) return Promise.resolve(true);
  const container = document.body.appendChild(document.createElement("div"));
  // Outside the site's root: the menu with the Logout button may close meanwhile.
  const root = createRoot(container);
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      root.unmount();
      container.remove();
      resolve(isSure);
    };
    root.render(<LogoutQuestion names={names} onAnswer={answer} />);
  });
}

function LogoutQuestion({ names, onAnswer }: { names: string[]; onAnswer: (isSure: boolean) => void }) {
  const stay = () => onAnswer(false);
  const contestId = names.flatMap((name) => ENTRY.exec(name)?.[1] ?? [])[0];
  return (
    <Modal
      role="alertdialog"
      title={t("{n, plural, one {Log out and discard your draft?} other {Log out and discard # drafts?}}", {
        n: names.length,
      })}
      onClose={stay}
      actions={
        <>
          <Button data-autofocus variant="secondary" onClick={stay}>
            {t("Stay logged in")}
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            {t("Log out and discard")}
          </Button>
        </>
      }>
      {contestId === undefined ? (
        <p>{t("You've typed text in this tab that you haven't saved or sent. It will be deleted when you log out.")}</p>
      ) : (
        <p>
          {t("You've typed an entry in this tab that you haven't submitted. It will be deleted when you log out.")}{" "}
          <a
            href={`${languagePrefix(language())}/contest-details/${encodeURIComponent(contestId)}#entry`}
            className="cq-link">
            {t("View your draft")}
          </a>
        </p>
      )}
    </Modal>
  );
}
