import { ratePassword } from "./rate-password";

const PERSONAL = ["Mina Das", "mina@example.com"];

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
  expect(ratePassword(password, PERSONAL)?.strength).toBe(strength);
});

it.each([
  ["a1!B", "Make it longer, for example with another word."],
  ["plum tree", "Make it longer, for example with another word."],
  ["Password2026!", "Leave out “Password”, which is easy to guess."],
  ["123456", "Leave out “12345”, which is easy to guess."],
  ["90817263", "Use more than digits."],
  ["aaaaaaaaaaaa", "Repeat fewer characters."],
  ["Plum1999", "Leave out the year."],
  ["Mina-Das-99", "Leave out your name and email."],
  ["river boat lamp", ""],
])("says what would improve %j", (password, advice) => {
  expect(ratePassword(password, PERSONAL)?.advice).toBe(advice);
});
