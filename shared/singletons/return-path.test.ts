import { loginUrl, returnPath } from "@conquest/shared/singletons/return-path";

const roundTrip = (from: string) => returnPath(undefined, new URL(loginUrl(from), "http://site.test").search);

it("returns to the requested path, search and hash", () => {
  expect(roundTrip("/all_contests?tag=Book%20Review&q=a#top")).toBe("/all_contests?tag=Book%20Review&q=a#top");
});

it("prefers the guard's history state", () => {
  expect(returnPath({ from: "/dashboard" }, "?from=/top_contests")).toBe("/dashboard");
});

it.each([
  "https://evil.test/",
  "//evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "/%2e%2e//evil.test",
  "javascript:alert(1)",
  "",
  "dashboard",
])("never leaves the site for %j", (from) => {
  const path = returnPath({ from }, `?from=${encodeURIComponent(from)}`);
  expect(new URL(path, "http://site.test").origin).toBe("http://site.test");
  expect(path).not.toMatch(/^\/[/\\]/);
});

it.each(["/login", "/login?from=/login", "/register"])(
  "does not return to %s, which signed-in users can't see",
  (from) => {
    expect(roundTrip(from)).toBe("/");
  },
);
