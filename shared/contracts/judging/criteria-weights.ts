import { z } from "zod";
import { toLatinDigits } from "../text/digits";
import { message, translated } from "../text/message";

export const MAX_WEIGHT = 10;

const toWeight = (typed: string): number => (/^\d{1,2}$/.test(typed) ? Number(typed) : 0);

/** Whole numbers from 1 to 10 by criterion, as a list or lines, in Latin or Bangla digits. Outputs [] if equal. */
export const weightsInput = /* @__PURE__ */ (() =>
  z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).transform((input, context): number[] => {
    const lines = [input].flat().flatMap((each) => toLatinDigits(String(each)).split("\n"));
    const typed = lines.map((line) => line.trim()).filter(Boolean);
    const weights = typed.map(toWeight);
    if (weights.every((weight) => weight >= 1 && weight <= MAX_WEIGHT)) return new Set(weights).size > 1 ? weights : [];
    const max = MAX_WEIGHT;
    context.addIssue({ code: "custom", message: translated(message("Enter whole numbers from 1 to {max}", { max })) });
    return z.NEVER;
  }))();

/** Returns the weights of edited criteria: by position while their number stays, else by their texts. */
export function weightsAfterEdit(
  before: readonly string[],
  weights: readonly number[],
  after: readonly string[],
): number[] {
  if (before.length === after.length) return after.map((_, position) => weights[position] ?? 1);
  return after.map((criterion) => weights[before.indexOf(criterion)] ?? 1);
}
