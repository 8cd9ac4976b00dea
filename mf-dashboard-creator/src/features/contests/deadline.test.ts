import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { endOfDay, parseTypedDeadline, toDayText, toIsoSeconds } from "./deadline";

const evening = new Date(2026, 2, 4, 18, 30);

it("formats the exact instant without milliseconds", () => {
  expect(toIsoSeconds(new Date("2026-03-04T12:05:09.123Z"))).toBe("2026-03-04T12:05:09Z");
  expect(parseInstant(toIsoSeconds(evening))).toEqual(evening);
});

it("formats the day as dd/MM/yyyy", () => {
  expect(toDayText(evening)).toBe("04/03/2026");
});

it("ends a day at 23:59 local time", () => {
  expect(endOfDay(evening)).toEqual(new Date(2026, 2, 4, 23, 59));
});

it("keeps the chosen time if only a day is typed", () => {
  expect(parseTypedDeadline("5/3/2026", evening)).toEqual(new Date(2026, 2, 5, 18, 30));
  expect(parseTypedDeadline("05/03/2026 09:15", evening)).toEqual(new Date(2026, 2, 5, 9, 15));
});

it("reads Bangla digits", () => {
  expect(parseTypedDeadline("০৫/০৩/২০২৬ ০৯:১৫", evening)).toEqual(new Date(2026, 2, 5, 9, 15));
});

it.each(["", "31/02/2026", "00/01/2026", "12/13/2026", "1/1/26", "01/01/0026", "05/03/2026 24:00", "tomorrow"])(
  "rejects %j as a date",
  (text) => {
    expect(parseTypedDeadline(text, evening)).toBeNull();
  },
);
