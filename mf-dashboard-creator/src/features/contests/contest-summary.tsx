import { useWatch, type Control } from "react-hook-form";
import { contestForm, type ContestFormInput } from "@conquest/shared/contracts/contests";
import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { readFieldsText } from "@conquest/shared/contracts/entry-fields";
import { toPrizeLines } from "@conquest/shared/contracts/prizes";
import { readRulesText } from "@conquest/shared/contracts/rules";
import { digits, t } from "@conquest/shared/singletons/language";
import { Advice } from "@conquest/shared/ui/contest/advice";
import { CostNote, formatCost, joiningCostsPrize } from "@conquest/shared/ui/contest/cost";
import { nameField } from "@conquest/shared/ui/entry/describe-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatDateTime, serverNow } from "@conquest/shared/ui/format/time";
import { Note } from "@conquest/shared/ui/note";
import { Picture } from "@conquest/shared/ui/picture/picture";
import { FIELD_CONFIG, formatPrizes, formatWeights, type Name } from "./contest-field-config";
import { STEPS } from "./contest-steps";
import { teamSizeLabel } from "@conquest/shared/ui/contest/team-size";
import { visibilityLabel } from "@conquest/shared/ui/contest/visibility-badge";
import { formatRules } from "./rules/format-rules";

interface Props {
  control: Control<ContestFormInput, unknown, ContestFormInput>;
  onEdit: (index: number) => void;
}

export default function ContestSummary({ control, onEdit }: Props) {
  const values = useWatch({ control }) as ContestFormInput;
  const issues = contestForm.safeParse(values).error?.issues ?? [];
  const problemOf = (name: Name) => issues.find(({ path }) => path[0] === name)?.message;
  const takaOf = (name: "prize" | "registrationPrice") => contestForm.shape.prize.safeParse(values[name]).data;
  const fee = takaOf(joiningCostsPrize() ? "prize" : "registrationPrice");
  const prize = takaOf("prize");
  const morePrizes = contestForm.shape.morePrizes.safeParse(values.morePrizes).data ?? [];
  const deadline = parseInstant(values.deadline);

  function shown(name: Name) {
    const value = String(values[name] ?? "").trim();
    if (name === "image") return <Picture src={value} alt="" sizes="10rem" className="dc:w-40 dc:rounded-sm" />;
    if (name === "deadline") return deadline && formatDateTime(deadline.toISOString());
    if (name === "morePrizes") return formatPrizes(toPrizeLines(morePrizes)) || t("None");
    if (name === "maxParticipants") return digits(value) || t("No limit");
    if (name === "maxTeamSize") return teamSizeLabel(contestForm.shape.maxTeamSize.safeParse(value).data);
    if (name === "rules") return formatRules(readRulesText(value)) || t("None");
    if (name === "entryFields") return (readFieldsText(value) ?? []).map(nameField).join("\n") || t("None");
    if (name === "criteriaWeights") return formatWeights(value, String(values.criteria ?? "").trim());
    if (name === "visibility") return visibilityLabel(value || "public");
    if (name === "prize") return formatTaka(takaOf(name) ?? 0);
    if (name === "registrationPrice") {
      const amount = formatTaka(takaOf(name) ?? 0);
      return joiningCostsPrize() ? t("{amount}, for your records only", { amount }) : amount;
    }
    return (name === "tags" ? t(value) : value) || t("None");
  }
  return (
    <div className="dc:grid dc:gap-6">
      {fee !== undefined && prize !== undefined && (
        <Note>
          <p>
            {fee === 0
              ? t("Participants join for free.")
              : t("Participants pay {fee} to join.", { fee: formatCost(fee) })}{" "}
            {prize === 0
              ? t("There's no prize money.")
              : t(morePrizes.length > 0 ? "The first prize is {prize}." : "The winner gets {prize}.", {
                  prize: formatTaka(prize),
                })}
          </p>
          {prize > 0 && joiningCostsPrize() && <CostNote />}
        </Note>
      )}
      {STEPS.slice(0, -1).map(({ title, fields }, index) => (
        <section key={title} aria-labelledby={`summary-${index}`} className="dc:border-t dc:border-line dc:pt-4">
          <header className="dc:mb-3 dc:flex dc:items-center dc:justify-between dc:gap-4">
            <h3 id={`summary-${index}`} className="dc:font-semibold">
              {t(title)}
            </h3>
            <button
              type="button"
              className="cq-link dc:min-h-11"
              aria-label={t("Edit: {title}", { title: t(title) })}
              onClick={() => onEdit(index)}>
              {t("Edit")}
            </button>
          </header>
          <dl className="dc:grid dc:gap-x-6 dc:gap-y-3 dc:sm:grid-cols-[10rem_minmax(0,1fr)]">
            {fields
              .filter((name) => name !== "criteriaWeights" || values.criteriaWeights)
              .map((name) => (
                <div key={name} className="dc:contents">
                  <dt className="dc:text-muted">{t(FIELD_CONFIG[name].label)}</dt>
                  <dd
                    dir="auto"
                    className={`dc:wrap-anywhere dc:whitespace-pre-line ${name === "description" || name === "task" ? "dc:line-clamp-4" : ""}`}>
                    {problemOf(name) ? <span className="dc:text-danger">{problemOf(name)}</span> : shown(name)}
                    {name === "deadline" && deadline && <Advice name="deadline" value={deadline} now={serverNow()} />}
                  </dd>
                </div>
              ))}
            {index === 1 && (
              <div className="dc:contents">
                <dt className="dc:text-muted">{t("Anonymous judging")}</dt>
                <dd>{t(values.hidesNames ? "On" : "Off")}</dd>
              </div>
            )}
          </dl>
        </section>
      ))}
    </div>
  );
}
