import { useState } from "react";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { areShortcutsEnabled, setShortcutsEnabled } from "@conquest/shared/ui/page/use-keyboard-shortcuts";

const shortcutsFor = ({ confirm, decide, returnToReview }: AdminContest["may"]) =>
  [
    { key: "J", what: "next" },
    { key: "K", what: "previous" },
    confirm.isAllowed && { key: "C", what: "confirm" },
    decide.isAllowed && { key: "A", what: "ask for changes" },
    decide.isAllowed && { key: "R", what: "reject" },
    returnToReview.isAllowed && { key: "B", what: "back to review" },
    { key: "M", what: "comment" },
  ].filter((shortcut) => shortcut !== false);

export function ReviewKeys({ may }: Pick<AdminContest, "may">) {
  const [areOn, setOn] = useState(areShortcutsEnabled);
  return (
    <section
      aria-label="Keyboard"
      className="da:hidden da:flex-wrap da:items-center da:gap-x-4 da:gap-y-1 da:text-sm da:text-muted da:md:flex">
      <strong>Keyboard</strong>
      {shortcutsFor(may).map(({ key, what }) => (
        <span key={key}>
          <kbd className="da:rounded-sm da:border da:border-line-strong da:bg-sunk da:px-1.5 da:font-mono">{key}</kbd>{" "}
          {what}
        </span>
      ))}
      <label className="da:flex da:min-h-8 da:cursor-pointer da:items-center da:gap-2">
        <input
          type="checkbox"
          className="toggle toggle-sm toggle-primary"
          checked={areOn}
          onChange={({ target }) => {
            setShortcutsEnabled(target.checked);
            setOn(target.checked);
          }}
        />
        Single keys act here
      </label>
    </section>
  );
}
