import { message } from "@conquest/shared/contracts/text/message";
import { translate } from "./translate";

const LOG_IN = message("Log in to continue.");

it("translates a message with a catalog of the server", () => {
  expect([translate("bn", LOG_IN), translate("en", LOG_IN)]).toEqual(["চালিয়ে যেতে লগ ইন করুন।", "Log in to continue."]);
});

it("keeps plain text, and a message without translation with the digits of the language", () => {
  const unknown = { text: "{n, plural, one {# cat} other {# cats}} of {name}", values: { n: 1200, name: "Rafi 7" } };
  expect([translate("bn", "Log in to continue."), translate("bn", unknown), translate("en", unknown)]).toEqual([
    "Log in to continue.",
    "১,২০০ cats of Rafi 7",
    "1,200 cats of Rafi 7",
  ]);
});

it("translates messages in messages", () => {
  expect(translate("bn", { text: "“{inner}”", values: { inner: LOG_IN } })).toBe("“চালিয়ে যেতে লগ ইন করুন।”");
});

it.each([
  [{ date: "2026-03-05T20:30:00.000Z" }, "5 Mar 2026, 20:30 UTC", "৫ মার্চ ২০২৬, ২০:৩০ UTC", "৬ মার্চ ২০২৬, ০২:৩০ GMT+৬"],
  [{ day: "2026-09-30T20:30:00.000Z" }, "30 September 2026", "৩০ সেপ্টেম্বর ২০২৬", "৩০ সেপ্টেম্বর ২০২৬"],
  [
    { second: "2026-03-05T20:30:08.000Z" },
    "5 Mar 2026, 20:30:08 UTC",
    "৫ মার্চ ২০২৬, ২০:৩০:০৮ UTC",
    "৫ মার্চ ২০২৬, ২০:৩০:০৮ UTC",
  ],
  [{ taka: 100000 }, "৳1,00,000", "৳১,০০,০০০", "৳১,০০,০০০"],
  [{ sentence: "Too few" }, "Too few.", "Too few।", "Too few।"],
  [{ sentence: "“Why?”" }, "“Why?”", "“Why?”", "“Why?”"],
])("formats %j in each language", (value, english, bangla, inDhaka) => {
  const text = message("{value}", { value });
  expect([translate("en", text), translate("bn", text), translate("bn", text, "Asia/Dhaka")]).toEqual([
    english,
    bangla,
    inDhaka,
  ]);
});
