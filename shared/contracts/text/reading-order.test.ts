import { isolateQuotedText, stripDirectionControls } from "./reading-order";

it.each([
  ["“Kites” was cancelled.", "“Kites” was cancelled."],
  ["“নদীর পোস্টার” has a winner: রাফি.", "“নদীর পোস্টার” has a winner: রাফি."],
  ["“ملصق النهر” was cancelled.", "“\u2068ملصق النهر\u2069” was cancelled."],
  ["News of “ملصق”: “12 يوم”", "News of “\u2068ملصق\u2069”: “\u206812 يوم\u2069”"],
  ["“The “Great” ملصق” was cancelled.", "“\u2068The “Great” ملصق\u2069” was cancelled."],
  ["“ملصق “كبير” was cancelled.", "“\u2068ملصق “كبير\u2069” was cancelled."],
  [
    "“Das „große“ ملصق” has a winner: רפי, “whom” you know.",
    "“\u2068Das „große“ ملصق\u2069” has a winner: רפי, “\u2068whom\u2069” you know.",
  ],
  ["“כרזה” closes at 5.", "“\u2068כרזה\u2069” closes at 5."],
  // Direction overrides in user text end with it.
  ["“\u202eKites\u2069” was cancelled.", "“\u2068Kites\u2069” was cancelled."],
  ["abc \u202edef\u2066 x asks to become a creator.", "abc def x asks to become a creator."],
  ["عمر asks to become a creator.", "عمر asks to become a creator."],
])("isolates the direction of quoted user text: %j", (sentence, expected) => {
  expect(isolateQuotedText(sentence)).toBe(expected);
});

it("removes direction controls from a text, but not its letters", () => {
  expect(stripDirectionControls("A \u202ekite\u202c, \u2067ملصق\u2069, \u200fנהר")).toBe("A kite, ملصق, \u200fנהר");
});
