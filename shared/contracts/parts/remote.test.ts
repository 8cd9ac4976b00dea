import { satisfiesContract } from "./remote";

it.each([
  ["^1.2.3", "1.2.3"],
  ["^1.2.3", "1.2.4"],
  ["^1.2.3", "1.3.0"],
])("a remote that needs %s accepts %s", (needed, offered) => {
  expect(satisfiesContract(needed, offered)).toBe(true);
});

it.each([
  ["^1.2.3", "1.2.2"],
  ["^1.2.3", "1.1.9"],
  ["^1.2.3", "2.0.0"],
  ["^2.0.0", "1.9.9"],
])("a remote that needs %s rejects %s", (needed, offered) => {
  expect(satisfiesContract(needed, offered)).toBe(false);
});
