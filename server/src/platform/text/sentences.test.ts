import { message } from "@conquest/shared/contracts/text/message";
import { asSentence } from "./format";
import { lines, sentences, withReason } from "./message-values";
import { translate } from "./translate";

it.each([
  ["Too few people", "Too few people."],
  ["Too few people!", "Too few people!"],
  ["খুব কম মানুষ।", "খুব কম মানুষ।"],
  ["“Later”", "“Later”."],
  ["“Why not later?”", "“Why not later?”"],
  ["“The hall says “later””", "“The hall says “later””."],
])("turns %j into a sentence", (words, sentence) => {
  expect(asSentence(words)).toBe(sentence);
});

it("ends a sentence with and without a reason", () => {
  const texts = ["“{name}” was cancelled.", "“{name}” was cancelled: {reason}"] as const;
  const cancelled = (reason: string) => translate("en", withReason(reason, texts, { name: "Kite {film}" }));
  expect([cancelled(""), cancelled("Too few people")]).toEqual([
    "“Kite {film}” was cancelled.",
    "“Kite {film}” was cancelled: Too few people.",
  ]);
});

it("joins the sentences that apply", () => {
  const parts = [message("One, {n}.", { n: 1 }), null, false, message("Two.")] as const;
  expect(translate("en", sentences(...parts))).toBe("One, 1. Two.");
  expect(translate("en", lines(...parts))).toBe("One, 1.\nTwo.");
  expect(translate("en", sentences(message("Three.")))).toBe("Three.");
});
