import { readForwardedFor } from "./request-arrival";

it.each([
  ["203.0.113.10", "203.0.113.10"],
  ["203.0.113.10:4711", "203.0.113.10"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1, 203.0.113.10", "2001:db8::1, 203.0.113.10"],
  ["made up, 203.0.113.10:80", "203.0.113.10"],
  ["203.0.113.10, made up", undefined],
  ["a".repeat(11_000), undefined],
  ["203.0.113.10:4711:1", undefined],
  ["", undefined],
  ["unknown", undefined],
])("reads %j as %j", (written, believed) => {
  const headers = { "x-forwarded-for": written };
  readForwardedFor(headers);
  expect(headers["x-forwarded-for"]).toBe(believed);
});

it("leaves a request without the header unchanged", () => {
  const headers = { host: "x" };
  readForwardedFor(headers);
  expect(headers).toEqual({ host: "x" });
});
