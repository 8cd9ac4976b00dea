import { requestedRange } from "./byte-range";

const etag = '"a"';
const rangeOf = (
  range: string | undefined,
  { bytes = 100, method = "GET", ...headers }: Record<string, unknown> = {},
) => requestedRange({ method: String(method), headers: { range, ...headers } }, { etag, bytes: Number(bytes) });

it.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=10-", { start: 10, end: 99 }],
  ["bytes=10-1000", { start: 10, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["Bytes= 5-6 ", { start: 5, end: 6 }],
])("reads the range %j", (range, expected) => {
  expect(rangeOf(range)).toEqual(expected);
});

it.each(["bytes=100-", "bytes=100-200", "bytes=-0", `bytes=${"9".repeat(400)}-`])("cannot satisfy %j", (range) => {
  expect(rangeOf(range)).toBe("unsatisfiable");
});

it.each([undefined, "", "bytes=", "bytes=-", "bytes=9-3", "bytes=a-b", "bytes=0-1,5-6", "lines=0-1", "bytes=-1-2"])(
  "ignores %j",
  (range) => {
    expect(rangeOf(range)).toBeNull();
  },
);

it("applies a range only to GET and to the version that If-Range names", () => {
  expect(rangeOf("bytes=0-1", { method: "HEAD" })).toBeNull();
  expect(rangeOf("bytes=0-1", { "if-range": etag })).toEqual({ start: 0, end: 1 });
  for (const other of ['"b"', 'W/"a"', "Tue, 01 Dec 2026 02:00:00 GMT"])
    expect(rangeOf("bytes=0-1", { "if-range": other })).toBeNull();
});

it("cannot satisfy any range of an empty file", () => {
  for (const range of ["bytes=0-", "bytes=-5"]) expect(rangeOf(range, { bytes: 0 })).toBe("unsatisfiable");
});
