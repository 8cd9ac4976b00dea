import { MAX_CRITERIA, type ContestDetails, type ContestFormInput } from "@conquest/shared/contracts/contests";
import { MAX_ENTRY_FIELDS, readFieldsText, toFieldsText } from "@conquest/shared/contracts/entry-fields";
import { MAX_MORE_PRIZES, readPrizeLines, toPrizeLines } from "@conquest/shared/contracts/prizes";
import { readRulesText, toRulesText } from "@conquest/shared/contracts/rules";
import { MAX_SPOTS, MIN_SPOTS } from "@conquest/shared/contracts/spots";
import { MAX_TEAM_SIZE, toTeamSizeText } from "@conquest/shared/contracts/team-size";
import { msg, t } from "@conquest/shared/singletons/language";
import { joiningCostsPrize } from "@conquest/shared/ui/contest/cost";
import { describeField } from "@conquest/shared/ui/entry/describe-field";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { visibilityLabel } from "@conquest/shared/ui/contest/visibility-badge";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { toIsoSeconds } from "./deadline";
import { formatRules } from "./rules/format-rules";

export type Name = Exclude<keyof ContestFormInput, "hidesNames">;

interface FieldConfig {
  /** A message. */
  label: string;
  /** Kind of input; `text` is full width, `picture` is beside the other fields. */
  as:
    | "line"
    | "text"
    | "taka"
    | "prizes"
    | "rules"
    | "fields"
    | "count"
    | "tag"
    | "instant"
    | "visibility"
    | "weights"
    | "picture";
  isOptional?: boolean;
  rows?: number;
}

/** In display order. Without maxLength: too long values are reported, not cut to another amount or half a text. */
export const FIELD_CONFIG: Record<Name, FieldConfig> = {
  name: { label: msg("Name"), as: "line" },
  description: { label: msg("Description"), as: "text" },
  task: { label: msg("Task"), as: "text" },
  criteria: { label: msg("Judging criteria"), as: "text", isOptional: true, rows: 3 },
  criteriaWeights: { label: msg("Weights of the criteria"), as: "weights", isOptional: true },
  entryFields: { label: msg("Entry form"), as: "fields", isOptional: true },
  registrationPrice: { label: msg("Registration price"), as: "taka" },
  prize: { label: msg("Prize"), as: "taka" },
  morePrizes: { label: msg("More prizes"), as: "prizes", isOptional: true },
  rules: { label: msg("Rules"), as: "rules", isOptional: true },
  maxParticipants: { label: msg("Maximum participants"), as: "count", isOptional: true },
  maxTeamSize: { label: msg("Team size"), as: "count", isOptional: true },
  tags: { label: msg("Tags"), as: "tag" },
  deadline: { label: msg("Deadline"), as: "instant" },
  visibility: { label: msg("Who can see it"), as: "visibility", isOptional: true },
  image: { label: msg("Image URL"), as: "picture" },
};

export const getHints = (): Partial<Record<Name, string>> => ({
  description: t("You can attach files on the contest's page after you add it."),
  task: t("What should people submit, and how will you pick the winner?"),
  criteria: t("Up to {n}, one per line. People see them before they join, and you can rate entries by each one.", {
    n: MAX_CRITERIA,
  }),
  criteriaWeights: t("A criterion with weight 2 counts twice as much as one with weight 1. People see the weights."),
  entryFields: t(
    "Up to {n} fields that people fill in beside the text, link and files of their entry. They see them before they join. Only you, judges and admins see the answers.",
    { n: MAX_ENTRY_FIELDS },
  ),
  morePrizes: t(
    "Up to {n}, each with its own winner, like a second place. People see them before they join. They don't change the entry fee.",
    { n: MAX_MORE_PRIZES },
  ),
  rules: t("People accept them to join. After someone joins, you can't change them."),
  maxParticipants: t(
    "From {min} to {max}, or empty for no limit. After people join, it can't be less than their number.",
    { min: MIN_SPOTS, max: MAX_SPOTS },
  ),
  maxTeamSize: t(
    "The largest number of people in a team, up to {max}. Empty for no teams. Each member joins and pays, and a team submits one entry.",
    { max: MAX_TEAM_SIZE },
  ),
  image: t("The address of a picture online, ideally 16:9. Or use one of these:"),
  ...(joiningCostsPrize()
    ? {
        registrationPrice: t("Whole taka. For your records only: on this site the entry fee equals the prize."),
        prize: t("Whole taka. Participants pay this amount to join. Enter 0 for a free contest."),
      }
    : {
        registrationPrice: t("Whole taka. Participants pay this to join. Enter 0 for a free contest."),
        prize: t("Whole taka."),
      }),
});

export const FIELDS = Object.keys(FIELD_CONFIG) as Name[];
export const PICTURES = FIELDS.filter((name) => FIELD_CONFIG[name].as === "picture");
const WIDE: readonly FieldConfig["as"][] = ["line", "text", "prizes", "rules", "fields", "visibility", "weights"];

/** Full width, because explanations of a frozen tag or deadline are longer than its input. */
export const isWide = (name: Name, isFrozen: boolean) =>
  WIDE.includes(FIELD_CONFIG[name].as) || (isFrozen && FIELD_CONFIG[name].as !== "taka");

export const formatPrizes = (value: string): string =>
  readPrizeLines(value)
    .map(({ name, amount }) => t("{name}: {amount}", { name, amount: formatTaka(Number(amount)) }))
    .join("\n");

export const formatEntryFields = (value: string): string => (readFieldsText(value) ?? []).map(describeField).join("\n");

/** Names the criteria; both texts have a line for each. */
export const formatWeights = (weights: string, criteria: string): string =>
  weights &&
  criteria
    .split("\n")
    .map((criterion, position) =>
      t("{criterion}: weight {n}", { criterion, n: Number(weights.split("\n")[position] ?? 1) }),
    )
    .join("\n");

export function formatFieldValue(as: FieldConfig["as"], value: string): string {
  if (as === "instant") return formatDateTime(value);
  if (as === "prizes") return formatPrizes(value);
  if (as === "rules") return formatRules(readRulesText(value));
  if (as === "fields") return formatEntryFields(value);
  if (as === "visibility") return visibilityLabel(value);
  return as === "taka" ? formatTaka(Number(value)) : value;
}

export const EMPTY_FORM = {
  ...Object.fromEntries(FIELDS.map((name) => [name, ""])),
  hidesNames: true,
} as ContestFormInput;

export function toFormInput(contest: ContestDetails): ContestFormInput {
  const text = Object.fromEntries(FIELDS.map((name) => [name, String(contest[name])]));
  return {
    ...text,
    criteria: contest.criteria.join("\n"),
    criteriaWeights: (contest.criteriaWeights ?? []).join("\n"),
    morePrizes: toPrizeLines(contest.morePrizes ?? []),
    rules: toRulesText(contest.rules),
    entryFields: toFieldsText(contest.entryFields ?? []),
    maxParticipants: String(contest.maxParticipants ?? ""),
    maxTeamSize: toTeamSizeText(contest.maxTeamSize),
    deadline: toIsoSeconds(new Date(contest.deadline)),
    hidesNames: contest.hidesNames,
    visibility: contest.visibility ?? "public",
  } as ContestFormInput;
}
