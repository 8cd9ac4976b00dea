import { badgeOf, lookUp, labelOf } from "@conquest/shared/ui/format/labels";

const STATES = { open: { label: "Open", tone: "success" }, closed: { label: "Closed", tone: "info" } } as const;

it("returns the table's entry for a known value", () => {
  expect(badgeOf(STATES, "open")).toBe(STATES.open);
  expect(labelOf({ judge: "A judge" }, "judge")).toBe("A judge");
});

it.each([
  ["paused_for_now", "Paused for now"],
  ["constructor", "Constructor"],
  ["", ""],
])("returns the unknown value %j in words", (value, words) => {
  expect(badgeOf(STATES, value)).toEqual({ label: words, tone: "neutral" });
  expect(labelOf({}, value)).toBe(words);
  expect(lookUp<number>({}, value, ({ length }) => length)).toBe(words.length);
});
