import { translate } from "../../../platform/text/translate";
import { refundTotalSentence, refundSentence } from "./refund-text";
import { formatTaka } from "../../../platform/text/format";

it.each([
  [0, "৳0"],
  [999, "৳999"],
  [100_000, "৳1,00,000"],
  [999_999_999, "৳99,99,99,999"],
])("formats %d as %s", (amount, text) => {
  expect(formatTaka(amount)).toBe(text);
});

it("mentions a refund only if something was paid", () => {
  expect(translate("en", refundSentence(1_200)!)).toBe("Your ৳1,200 was refunded.");
  expect(refundSentence(0)).toBeNull();
  expect(translate("en", refundTotalSentence(75_000)!)).toBe("Everyone was refunded, ৳75,000 in total.");
  expect(refundTotalSentence(0)).toBeNull();
});
