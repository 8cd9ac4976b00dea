import { faultyBase, parseDevServerOrigin, parseSwitches, serializeSwitches } from "./developer";

it.each([
  ["http://localhost:3001", "http://localhost:3001"],
  [" http://localhost:3001/ ", "http://localhost:3001"],
  ["http://localhost", "http://localhost"],
])("accepts %j as a local dev server", (address, origin) => {
  expect(parseDevServerOrigin(address)).toBe(origin);
});

it.each([
  "https://localhost:3001",
  "http://localhost.example:3001",
  "http://localhost:3001@example.com",
  "http://example.com/http://localhost:3001",
  "http://localhost:3001/part",
  "http://localhost:3001; script-src *",
  "//localhost:3001",
  "localhost:3001",
  "http://127.0.0.1.example",
  "",
])("rejects %j as a local dev server", (address) => {
  expect(parseDevServerOrigin(address)).toBeNull();
});

it("reads switches as written and ignores invalid ones", () => {
  const switches = { "mf-public": "slow", "mf-dashboard-user": "http://localhost:3002" };
  expect(parseSwitches(serializeSwitches(switches))).toEqual(switches);
  expect(serializeSwitches({})).toBe("on");
  expect(parseSwitches("on")).toEqual({});
  expect(parseSwitches("shell=slow&mf-public=explode&mf-a=http://example.com&__proto__=slow&&=&mf-b")).toEqual({});
});

it("marks the base of a faulty release", () => {
  expect(faultyBase("/mf/mf-public/3f9a/", "html")).toBe("/mf/mf-public/3f9a~html/");
});
