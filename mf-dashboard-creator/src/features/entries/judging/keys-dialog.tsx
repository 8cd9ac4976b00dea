import { useState } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { areShortcutsEnabled, setShortcutsEnabled } from "@conquest/shared/ui/page/use-keyboard-shortcuts";

const keysWith = (hasCriteria: boolean): readonly (readonly [keys: readonly string[], description: string])[] => [
  [["J", "↓"], t("Next entry (arrow key in the list)")],
  [["K", "↑"], t("Previous entry (arrow key in the list)")],
  // eslint-disable-next-line untranslated/texts -- As on the key.
  [["Enter"], t("Go from the list to the entry")],
  [
    ["1", "2", "3", "4", "5"],
    t(hasCriteria ? "Rate the selected criterion, or the next unrated one" : "Rate the entry"),
  ],
  [["S"], t("Add to or remove from the shortlist")],
  [["C"], t("Compare with the next entry")],
  [["/"], t("Search")],
  [["?"], t("Show these shortcuts")],
];

interface Props {
  hasShortlist: boolean;
  hasCriteria: boolean;
  onClose: () => void;
}

export default function KeysDialog({ hasShortlist, hasCriteria, onClose }: Props) {
  const [areOn, setOn] = useState(areShortcutsEnabled);
  return (
    <Dialog onClose={onClose} title={t("Keyboard shortcuts")}>
      <dl className="dc:grid dc:grid-cols-[auto_minmax(0,1fr)] dc:items-baseline dc:gap-x-5 dc:gap-y-2">
        {keysWith(hasCriteria)
          .filter(([[key]]) => key !== "S" || hasShortlist)
          .map(([keys, description]) => (
            <div key={description} className="dc:contents">
              <dt className="dc:flex dc:flex-wrap dc:gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="dc:min-w-7 dc:rounded-sm dc:border dc:border-line-strong dc:bg-sunk dc:px-1.5 dc:text-center dc:font-mono dc:text-sm">
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
      </dl>
      <label className="dc:mt-5 dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3">
        <input
          type="checkbox"
          className="toggle toggle-primary"
          checked={areOn}
          onChange={({ target }) => {
            setShortcutsEnabled(target.checked);
            setOn(target.checked);
          }}
        />
        {t("Use single-key shortcuts on this page")}
      </label>
      <p className="cq-hint">{t("They're off while you type. This setting is saved in this browser.")}</p>
    </Dialog>
  );
}
