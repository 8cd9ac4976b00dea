import type { ComponentProps } from "react";
import { t } from "@conquest/shared/singletons/language";

interface Props extends ComponentProps<"input"> {
  /** Why it cannot be changed; omitted if it can. */
  because?: string;
}

export function AnonymousJudgingField({ because, ...props }: Props) {
  return (
    <div>
      <label className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3 dc:font-medium">
        <input
          {...props}
          type="checkbox"
          className="toggle toggle-primary dc:shrink-0"
          aria-describedby="hides-names-hint"
          disabled={because !== undefined}
        />
        {t("Anonymous judging")}
      </label>
      <p id="hides-names-hint" className="cq-hint">
        {because ??
          `${t("Judges, including you, see “Entry 412” instead of a name until there's a winner.")} ${t("You can't change this after someone joins.")}`}
      </p>
    </div>
  );
}
