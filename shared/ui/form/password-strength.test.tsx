import { passwordStrength } from "./password-strength";

it.each([
  ["", undefined],
  ["a1!B", "weak"],
  ["123456", "weak"],
  ["Password1", "weak"],
  ["Password2026!", "weak"],
  ["aaaaaaaaaaaa", "weak"],
  ["Mina-Das-99", "weak"],
  ["mina@example.com", "weak"],
  ["plum tree", "fair"],
  ["kT7#pv2q", "fair"],
  ["kT7#pv2q-Xw4", "strong"],
  ["river boat lamp", "strong"],
  ["নদীর ধারে সকাল বেলা", "strong"],
])("rates %j as %s", (password, strength) => {
  expect(passwordStrength(password, ["Mina Das", "mina@example.com"])).toBe(strength);
});
