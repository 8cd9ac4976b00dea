import { contestForm } from "../contests";
import { contactForm } from "../messages";
import { profileForm } from "../users";
import { saveUser } from "../session";
import { optionalName, requiredName, shortTexts } from "./fields";
import { cleanName } from "./names";

const INVISIBLE = [
  "\u200b",
  "\u200d\u200c",
  "\u00ad",
  "\u2800",
  "\u3164",
  "\u115f\u1160",
  "\uffa0",
  "\ufe0f",
  "\u{e0041}",
  "\u{1d159}",
  "\u0301",
  "\u09bc",
  "\u200e",
  "\u2060",
  "\ue000",
];
const NOT_PLAIN = [
  "Ann\nB",
  "Ann\rB",
  "Ann\u2028B",
  "Ann\u2029B",
  "Ann\u0085B",
  "Ann\u000bB",
  "Ann\fB",
  "Ann\tB",
  "Ann\u0007",
  "Ann\u007fB",
  "Ann\u0000B",
  "Ann\u202eB",
  "\u202dAnn",
  "Ann\u202a",
  "Ann\u2066B",
  "A\u2069nn",
  "Ann\ud83d",
];
const PLAIN = [
  "ক্\u200dষ",
  "রাফি আহমেদ",
  "👩‍🚀",
  "1",
  "Jean-Luc O’Neil",
  "محمد\u200f (Ann)",
  "מיכל",
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  "Z\u0301oe",
];

const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

it.each([...INVISIBLE, "  ", "\u00a0\u3000"])("rejects the name %j, which has no visible character", (name) => {
  expect(messageOf(requiredName(120).safeParse(name))).toBe("This field is required");
  expect(messageOf(optionalName(120).safeParse(name))).toBe("Use at least one visible character");
  expect(profileForm.safeParse({ name }).success).toBe(false);
  expect(cleanName(name, 120)).toBe("");
});

it.each(NOT_PLAIN)("rejects the name %j in every form", (name) => {
  expect(requiredName(120).safeParse(name).success).toBe(false);
  expect(optionalName(120).safeParse(name).success).toBe(false);
  expect(contactForm.shape.name.safeParse(name).success).toBe(false);
  expect(contestForm.shape.name.safeParse(name).success).toBe(false);
  expect(profileForm.shape.name.safeParse(name).success).toBe(false);
  // Criteria are separated by line breaks.
  if (name !== "Ann\nB") expect(shortTexts(8, 80).safeParse([name]).success).toBe(false);
});

it.each(PLAIN)("accepts the name %j unchanged", (name) => {
  expect(requiredName(120).parse(name)).toBe(name.normalize("NFC"));
  expect(optionalName(120).parse(` ${name} `)).toBe(name.normalize("NFC"));
  expect(shortTexts(8, 80).parse(name)).toEqual([name.normalize("NFC")]);
  expect(cleanName(name, 120)).toBe(name.normalize("NFC"));
});

it("mentions line breaks and control characters in the error", () => {
  expect(messageOf(requiredName(120).safeParse("Ann\u202eB"))).toBe("Remove line breaks and hidden control characters");
});

it.each([
  ["Ann\r\nB", "Ann B"],
  ["\u202eAnn\u2069", "Ann"],
  ["Ann\u0000\ud83d", "Ann"],
  ["x".repeat(200), "x".repeat(120)],
  ["\u09dc".repeat(121), "\u09a1\u09bc".repeat(120)],
  [null, ""],
])("cleans the provider's name %j", (providerName, name) => {
  expect(saveUser.body.parse({ name: providerName, image: "" }).name).toBe(name);
});
