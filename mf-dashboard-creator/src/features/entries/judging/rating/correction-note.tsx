import { t } from "@conquest/shared/singletons/language";

export interface Props {
  /** Ratings of the entry that count as given. */
  count?: number;
  all?: number;
}

export default function CorrectionNote({ count = 0, all = 0 }: Props) {
  return (
    <details className="dc:mt-1">
      <summary className="cq-hint dc:min-h-9 dc:cursor-pointer">{t("How are these averages computed?")}</summary>
      <div className="cq-hint dc:flex dc:max-w-[65ch] dc:flex-col dc:gap-2">
        <p>
          {t(
            "The average rating is the average of all judges' ratings. A judge's rating is the weighted average of their ratings by criterion.",
          )}
        </p>
        <p>
          {t(
            "Some judges are stricter than others. The corrected average measures each rating by how far it is from its judge's own average, in standard deviations (the z-score), and puts it on the scale of all ratings, from 1 to 5.",
          )}
        </p>
        <p>
          {t("Judges with fewer than {n} ratings, or who gave the same to all, count as they rated.", { n: 5 })}{" "}
          {count > 0 && t("That's {n} of {all} ratings here.", { n: count, all })}
        </p>
      </div>
    </details>
  );
}
