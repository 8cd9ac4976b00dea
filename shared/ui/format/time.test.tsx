import catalog from "../../messages/common.bn.json";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { formatDay, formatMonth, formatShortDay } from "@conquest/shared/ui/format/day";
import { RelativeTime, formatDate, formatDateTime, formatRelative } from "@conquest/shared/ui/format/time";
import { render, screen } from "@testing-library/react";

const NOW = Date.parse("2026-03-14T12:00:00Z");
const after = (iso: string) => formatRelative(Date.parse(iso), NOW);

it.each([
  ["2026-03-17T13:00:00Z", "in 3 days"],
  ["2026-03-15T12:00:00Z", "in 1 day"],
  ["2026-03-16T11:59:00Z", "in 1 day"],
  ["2026-05-12T12:00:00Z", "in 1 month"],
  ["2026-03-14T14:59:59Z", "in 2 hours"],
  ["2026-03-14T11:59:00Z", "1 minute ago"],
  ["2026-03-14T12:00:30Z", "now"],
  ["2026-03-14T11:59:30Z", "just now"],
  ["2025-01-01T00:00:00Z", "1 year ago"],
])("formats %s as %s", (at, words) => {
  expect(after(at)).toBe(words);
});

it.each([formatDateTime, formatDate, after])("shows an invalid date as unknown, %#", (format) => {
  expect(["", "soon", "2026-13-45T00:00:00Z"].map(format)).toEqual(Array(3).fill("unknown date"));
});

it("formats a date as dd/MM/yyyy", () => {
  const noon = new Date(2026, 2, 4, 12).toISOString();
  expect(formatDate(noon)).toBe("04/03/2026");
});

it("reads the clock again when a relative time changes", () => {
  const now = jest.fn(() => NOW);
  const { rerender } = render(<RelativeTime at="2026-03-14T11:50:00Z" now={now} />);
  expect(screen.getByText("10 minutes ago")).toBeVisible();
  now.mockReturnValue(NOW + 10_000);
  rerender(<RelativeTime at="2026-03-14T12:00:05Z" now={now} />);
  expect(screen.getByText("just now")).toBeVisible();
});

describe("a time in the viewer's zone", () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [-360, "2026-03-14T18:05:00Z", "15 Mar 2026, 00:05 GMT+6"],
    [-345, "2026-01-01T00:00:00Z", "1 Jan 2026, 05:45 GMT+5:45"],
    [210, "2026-09-01T00:30:00Z", "31 Aug 2026, 21:00 GMT-3:30"],
    [0, "2026-09-30T23:59:59Z", "30 Sep 2026, 23:59 UTC"],
  ])("includes the zone that is %i minutes behind UTC", (behind, at, words) => {
    jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(behind);
    expect(formatDateTime(at)).toBe(words);
  });
});

it("formats each month of a day", () => {
  const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}-09`);
  expect(months.map(formatShortDay).join(", ")).toBe(
    "9 Jan, 9 Feb, 9 Mar, 9 Apr, 9 May, 9 Jun, 9 Jul, 9 Aug, 9 Sep, 9 Oct, 9 Nov, 9 Dec",
  );
  expect([formatDay("2026-03-02"), formatMonth("2026-12-31")]).toEqual(["2 Mar 2026", "Dec 2026"]);
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => {
    provideLanguage("en", []);
    jest.restoreAllMocks();
  });

  it.each([
    ["2026-03-17T13:00:00Z", "৩ দিন পর"],
    ["2026-05-12T12:00:00Z", "১ মাস পর"],
    ["2026-03-14T14:59:59Z", "২ ঘণ্টা পর"],
    ["2026-03-14T11:48:00Z", "১২ মিনিট আগে"],
    ["2025-01-01T00:00:00Z", "১ বছর আগে"],
    ["2026-03-14T12:00:30Z", "এখনই"],
    ["2026-03-14T11:59:30Z", "এইমাত্র"],
    ["soon", "অজানা তারিখ"],
  ])("formats %s as %s", (at, words) => {
    expect(after(at)).toBe(words);
  });

  it("writes dates and zones in Bangla", () => {
    jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-360);
    expect(formatDateTime("2026-11-30T12:05:00Z")).toBe("৩০ নভেম্বর ২০২৬, ১৮:০৫ GMT+৬");
    expect(formatDate("2026-03-04T12:00:00Z")).toBe("০৪/০৩/২০২৬");
    expect([formatDay("2026-05-02"), formatMonth("2026-12-31")]).toEqual(["২ মে ২০২৬", "ডিসেম্বর ২০২৬"]);
  });
});
