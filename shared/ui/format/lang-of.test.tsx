import { inBangla } from "@conquest/shared/testing/in-bangla";
import { langOf } from "@conquest/shared/ui/format/lang-of";

it.each([
  ["নদী উৎসবের পোস্টার", "bn"],
  ["নদী উৎসব (River) ২০২৬", "bn"],
  ["River festival নদী", undefined],
  ["River festival", undefined],
  ["ملصق النهر", undefined],
  ["৳ ২০২৬ 🎉", "bn"],
  ["৳2026 🎉", undefined],
  ["", undefined],
])("on an English page, %j has the language %s", (text, lang) => {
  expect(langOf(text)).toBe(lang);
});

describe("on a Bangla page", () => {
  inBangla();

  it.each([
    ["River festival", "en"],
    ["নদী উৎসবের পোস্টার", undefined],
    ["নদী উৎসবের পোস্টার, by Rafi", undefined],
    ["河流节 by me", undefined],
    ["ملصق النهر", undefined],
    ["2026", undefined],
  ])("%j has the language %s", (text, lang) => {
    expect(langOf(text)).toBe(lang);
  });
});
