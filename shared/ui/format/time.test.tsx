import { formatDate, formatDateTime, formatRelative } from "@conquest/shared/ui/format/time";

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

it("formats a date without its time", () => {
  const noon = new Date(2026, 2, 4, 12).toISOString();
  expect(formatDate(noon)).toBe("4 Mar 2026");
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
