import { z } from "zod";
import { countCharacters } from "./text/characters";
import { hasNoNul, taka, takaInput } from "./text/fields";
import { message, translated, type Message } from "./text/message";
import { INVALID_NAME_MESSAGE, VISIBLE_CHARACTER, isPlainName } from "./text/names";

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
      const typed: TypedPrize[] = typeof input === "string" ? readPrizeLines(input) : input;
      const prizes: MorePrize[] = [];
      const refuse = (problem: Message) => {
        context.addIssue({ code: "custom", message: translated(problem) });
        return z.NEVER;
      };
      for (const [index, prize] of typed.entries()) {
        if (isBlank(prize)) continue;
        const n = index + 2;
        const name = prize.name.trim().normalize("NFC");
        const nameProblem = problemOf(name, n);
        if (nameProblem) return refuse(nameProblem);
        const amount = takaInput.safeParse(prize.amount);
        if (!amount.success)
          return refuse(message("Enter a whole number of taka for prize {n}, from 0 to 99,99,99,999", { n }));
        // In the order in which PostgreSQL stores the keys, as changes are found by comparing JSON.
        prizes.push({ name, amount: amount.data });
      }
      if (prizes.length > MAX_MORE_PRIZES)
        return refuse(message("Add at most {max} more prizes", { max: MAX_MORE_PRIZES }));
      if (new Set(prizes.map(({ name }) => name.toLowerCase())).size < prizes.length)
        return refuse(message("Give each prize a different name"));
      return prizes;
    }))();

function problemOf(name: string, n: number): Message | null {
  if (!VISIBLE_CHARACTER.test(name)) return message("Enter a name for prize {n}", { n });
  if (countCharacters(name) > MAX_PRIZE_NAME_LENGTH)
    return message("Use at most {max} characters for the name of prize {n}", { max: MAX_PRIZE_NAME_LENGTH, n });
  return isPlainName(name) && hasNoNul(name) ? null : INVALID_NAME_MESSAGE;
}
