import { scrubPii } from "./scrub-pii";

it.each([
  ["x is not a function", "x is not a function"],
  ["No user ann.lee+1@example.co.uk here", "No user (email) here"],
  [
    "Failed at https://conquest.test/users?email=ann%40example.com&x=1 today",
    "Failed at https://conquest.test/users today",
  ],
  ["Failed at /api/user/ann.lee%40example.com today", "Failed at /api/user/(email) today"],
  ["Failed at /go/%2Fuser%2Fann%2540example.com today", "Failed at /go//user/(email) today"],
  ["Failed at /users?name=Ann%20Lee today", "Failed at /users today"],
  ["Failed at /a%00b", "Failed at /ab"],
  ["100% of %zz and %ff", "100% of %zz and %ff"],
  ["Contest 3f9a01bc-77aa-40e2-8123-0123456789ab is gone", "Contest (id) is gone"],
  ["Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6IjEyMyJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0", "Bearer (id).(id)"],
  ["Is useSyncExternalStoreWithSelector there?", "Is useSyncExternalStoreWithSelector there?"],
])("removes personal data from %j", (text, expected) => {
  expect(scrubPii(text)).toBe(expected);
});

it("truncates to 300 characters", () => {
  expect(scrubPii("word ".repeat(200))).toHaveLength(300);
});
