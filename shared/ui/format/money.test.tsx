import { provideLanguage } from "@conquest/shared/singletons/language";
import { formatTaka } from "@conquest/shared/ui/format/money";

it.each([
  [0, "৳0"],
  [999, "৳999"],
  [1000, "৳1,000"],
  [100000, "৳1,00,000"],
  [999999999, "৳99,99,99,999"],
])("formats %i taka as %s", (amount, text) => {
  expect(formatTaka(amount)).toBe(text);
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", []));
  afterEach(() => provideLanguage("en", []));

  it("writes the sign before grouped Bangla digits", () => {
    expect([0, 999, 100000].map(formatTaka)).toEqual(["৳০", "৳৯৯৯", "৳১,০০,০০০"]);
  });
});
