import { MAX_CRITERIA, type ContestDetails, type ContestFormInput } from "@conquest/shared/contracts/contests";
import { joiningCostsPrize } from "@conquest/shared/ui/contest/cost";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { toIsoSeconds } from "./deadline";

export type Name = Exclude<keyof ContestFormInput, "hidesNames">;

interface FieldConfig {
  label: string;
  /** Kind of input; `text` is full width, `picture` is beside the other fields. */
  as: "line" | "text" | "taka" | "tag" | "instant" | "picture";
  hint?: string;
  isOptional?: boolean;
  rows?: number;
}

/**
 * Fields in display order. None has a maxLength: a value that is too long is reported, instead of being cut to
 * another amount or half a text.
 */
export const FIELD_CONFIG: Record<Name, FieldConfig> = {
  name: { label: "Name", as: "line" },
  description: { label: "Description", as: "text" },
  task: { label: "Task", as: "text", hint: "What should people submit, and how will you pick the winner?" },
  criteria: {
    label: "Judging criteria",
    as: "text",
    hint: `Up to ${MAX_CRITERIA}, one per line. People see them before they join, and you can rate entries by each one.`,
    isOptional: true,
    rows: 3,
  },
  registrationPrice: { label: "Registration price", as: "taka" },
  prize: { label: "Prize", as: "taka" },
  tags: { label: "Tags", as: "tag" },
  deadline: { label: "Deadline", as: "instant" },
  image: {
    label: "Image URL",
    as: "picture",
    hint: "The address of a picture online, ideally 16:9. Or use one of these:",
  },
};

/** Explains both amounts, depending on how the site is configured. */
export function getAmountHints(): Partial<Record<Name, string>> {
  return joiningCostsPrize()
    ? {
        registrationPrice: "Whole taka. For your records only: on this site the entry fee equals the prize.",
        prize: "Whole taka. Participants pay this amount to join. Enter 0 for a free contest.",
      }
    : {
        registrationPrice: "Whole taka. Participants pay this to join. Enter 0 for a free contest.",
        prize: "Whole taka.",
      };
}

export const FIELDS = Object.keys(FIELD_CONFIG) as Name[];
export const PICTURES = FIELDS.filter((name) => FIELD_CONFIG[name].as === "picture");
const WIDE: readonly FieldConfig["as"][] = ["line", "text"];

/** Full width, because explanations of a frozen tag or deadline are longer than its input. */
export const isWide = (name: Name, isFrozen: boolean) =>
  WIDE.includes(FIELD_CONFIG[name].as) || (isFrozen && FIELD_CONFIG[name].as !== "taka");

export function formatFieldValue(as: FieldConfig["as"], value: string): string {
  if (as === "instant") return formatDateTime(value);
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
    deadline: toIsoSeconds(new Date(contest.deadline)),
    hidesNames: contest.hidesNames,
  } as ContestFormInput;
}
