import { z } from "zod";
import { countCharacters } from "./text/characters";
import { hasNoNul, taka, takaInput } from "./text/fields";
import { message, type Message } from "./text/message";
import { INVALID_NAME_MESSAGE, VISIBLE_CHARACTER, isPlainName } from "./text/names";
import { rejectParts, type PartProblem } from "./text/part-problems";

export const MAX_MORE_PRIZES = 9;
export const MAX_PRIZE_NAME_LENGTH = 60;

/** A prize after the first one; the first of these has place 2. */
export const morePrize = z.object({ name: z.string(), amount: taka });
export type MorePrize = z.infer<typeof morePrize>;

interface TypedPrize {
  name: string;
  amount: string | number;
}

/** Forms and drafts hold the prizes as one text: a line for each, with a tab between name and amount. */
export const toPrizeLines = (prizes: readonly TypedPrize[]): string =>
  prizes.map(({ name, amount }) => `${name}\t${amount}`).join("\n");

export function readPrizeLines(text: string): { name: string; amount: string }[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const [name = "", ...amount] = line.split("\t");
    return { name, amount: amount.join(" ") };
  });
}

const isBlank = ({ name, amount }: TypedPrize) => name.trim() === "" && String(amount).trim() === "";

/** Accepts a list, or the text of {@link toPrizeLines}. Blank prizes are left out. */
export const morePrizes = /* @__PURE__ */ (() =>
  z
    .union([z.string(), z.array(z.object({ name: z.string(), amount: z.union([z.string(), z.number()]) }))])
    .transform((input, context): MorePrize[] => {
      const { prizes, problems } = readPrizes(typeof input === "string" ? readPrizeLines(input) : input);
      return problems.length === 0 ? prizes : rejectParts(context, problems);
    }))();

function readPrizes(typed: readonly TypedPrize[]): { prizes: MorePrize[]; problems: PartProblem[] } {
  const prizes: MorePrize[] = [];
  const problems: PartProblem[] = [];
  const names = new Set<string>();
  const filled = [...typed.entries()].filter(([, prize]) => !isBlank(prize));
  if (filled.length > MAX_MORE_PRIZES)
    problems.push({ path: [], problem: message("Add at most {max} more prizes", { max: MAX_MORE_PRIZES }) });
  for (const [index, prize] of filled) {
    const n = index + 2;
    const name = prize.name.trim().normalize("NFC");
    const nameProblem =
      problemOf(name, n) ?? (names.has(toComparable(name)) ? message("Give each prize a different name") : null);
    names.add(toComparable(name));
    if (nameProblem) problems.push({ path: [index, "name"], problem: nameProblem });
    const amount = takaInput.safeParse(prize.amount);
    if (!amount.success)
      problems.push({
        path: [index, "amount"],
        problem: message("Enter a whole number of taka for prize {n}, from 0 to 99,99,99,999", { n }),
      });
    // In the order in which PostgreSQL stores the keys, as changes are found by comparing JSON.
    else prizes.push({ name, amount: amount.data });
  }
  return { prizes, problems };
}

/** Names that look alike are equal: compatibility forms, upper and lower case, and spaces do not matter. */
const toComparable = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").replace(/\s+/gu, " ");

function problemOf(name: string, n: number): Message | null {
  if (!VISIBLE_CHARACTER.test(name)) return message("Enter a name for prize {n}", { n });
  if (countCharacters(name) > MAX_PRIZE_NAME_LENGTH)
    return message("Use at most {max} characters for the name of prize {n}", { max: MAX_PRIZE_NAME_LENGTH, n });
  return isPlainName(name) && hasNoNul(name) ? null : INVALID_NAME_MESSAGE;
}
