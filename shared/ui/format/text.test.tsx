import { pluralize, truncate } from "@conquest/shared/ui/format/text";

describe("truncate", () => {
  it("keeps a text of exactly the maximum length", () => {
    expect(truncate("a".repeat(80), 80)).toBe("a".repeat(80));
  });

  it("truncates a longer text and adds an ellipsis", () => {
    expect(truncate("a".repeat(81), 80)).toBe(`${"a".repeat(80)}…`);
  });

  it("counts an emoji as one character and never splits it", () => {
    expect(truncate("🏁🏁🏁", 2)).toBe("🏁🏁…");
  });
});

it("adds the singular or plural noun to a count", () => {
  expect(pluralize(1, "person", "people")).toBe("1 person");
  expect(pluralize(0, "person", "people")).toBe("0 people");
  expect(pluralize(120000, "person", "people")).toBe("1,20,000 people");
});
