import { counted, truncate } from "@conquest/shared/ui/format/text";

describe("truncate", () => {
  it("leaves a text of just the length as it is", () => {
    expect(truncate("a".repeat(80), 80)).toBe("a".repeat(80));
  });

  it("cuts a longer one after the length and adds an ellipsis", () => {
    expect(truncate("a".repeat(81), 80)).toBe(`${"a".repeat(80)}…`);
  });

  it("counts an emoji as one character and never cuts it in two", () => {
    expect(truncate("🏁🏁🏁", 2)).toBe("🏁🏁…");
  });
});

it("counts with the fitting word", () => {
  expect(counted(1, "person", "people")).toBe("1 person");
  expect(counted(0, "person", "people")).toBe("0 people");
  expect(counted(120000, "person", "people")).toBe("1,20,000 people");
});
