import { contestForm } from "../contests";
import { deadlineInput, email, optionalHttpsLink, parseInstant, pictureUrl, requiredText, takaInput } from "./fields";

describe("an instant as sent", () => {
  it("is read with and without zero padding", () => {
    expect(parseInstant("2026-03-04T09:05:00Z")?.toISOString()).toBe("2026-03-04T09:05:00.000Z");
    expect(parseInstant("2026-3-4T9:5:0Z")?.toISOString()).toBe("2026-03-04T09:05:00.000Z");
  });

  it.each([
    "",
    "tomorrow",
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01 00:00:00",
    "2026-01-01T00:00:00+06:00",
  ])("is invalid as %p", (text) => expect(parseInstant(text)).toBeNull());

  it("has its own error message", () => {
    expect(deadlineInput.safeParse("soon").error?.issues[0]?.message).toBe("Date input not valid.");
  });
});

describe("an amount of taka", () => {
  it.each([
    ["0", 0],
    ["007", 7],
    [" 25000 ", 25_000],
    ["৫০০০", 5000],
    ["১2৩", 123],
    [999_999_999, 999_999_999],
  ])("converts %p to %p", (input, amount) => {
    expect(takaInput.parse(input)).toBe(amount);
  });

  it.each(["", "1.5", "-1", "1e3", "1000000000", "১০০০০০০০০০", "১.৫", 1.5, -1, Number.NaN, null, undefined, true, []])(
    "rejects %p",
    (input) => {
      expect(takaInput.safeParse(input).success).toBe(false);
    },
  );

  it("is required, like any other field", () => {
    expect(takaInput.safeParse("  ").error?.issues[0]?.message).toBe("This field is required");
    expect(takaInput.safeParse(undefined).error?.issues[0]?.message).toBe("This field is required");
  });
});

describe("an email address", () => {
  it("is converted to its canonical form", () => {
    expect(email.parse("  Nadia@Example.COM ")).toBe("nadia@example.com");
    expect(email.parse("নাদিয়া@EXAMPLE.com")).toBe("নাদিয়া@example.com".normalize("NFC"));
  });

  it.each([
    "tom&jerry@example.com",
    "o'brien@example.com",
    "a!#$%&'*+-/=?^_`{|}~z@example.com",
    "first.last+tag@sub.example.co.uk",
    ".abc..def.@docomo.ne.jp",
    '"quoted"@example.com',
    '"tom smith"@example.com',
    "a<b>,;:(c)@example.com",
    "দেব@example.com",
    "🦊@example.com",
    "name@xn--mnchen-3ya.de",
    "root@localhost",
    "name@[192.168.0.1]",
    `${"l".repeat(64)}@${"d".repeat(63)}.${"e".repeat(63)}.${"f".repeat(57)}.com`,
  ])("is accepted unchanged: %s", (address) => {
    expect(email.parse(address)).toBe(address.normalize("NFC"));
    expect(email.parse(email.parse(address))).toBe(email.parse(address));
  });

  it.each([
    "nadia",
    "@example.com",
    "nadia@",
    "a@b@c",
    "a b@example.com",
    '"a b@example.com',
    '"a"b c"@example.com ',
    '"a\nb"@example.com',
    '"a\u00a0b"@example.com',
    '"a b"@exam ple.com',
    "a@exam ple.com",
    "a\r\nBcc:b@example.com",
    "a\nb@example.com",
    "a\tb@example.com",
    "a\u0000b@example.com",
    "a\u007f@example.com",
    "a\u0085b@example.com",
    "a\u2028b@example.com",
    "a\u00a0b@example.com",
    "a\u202egro.elpmaxe@b",
    "a\u200bb@example.com",
    "a\ud83d@example.com",
    `${"a".repeat(310)}@example.com`,
  ])("is rejected if malformed: %j", (address) => {
    expect(email.safeParse(address).success).toBe(false);
  });

  it("is required", () => {
    for (const missing of ["", "  ", undefined, null])
      expect(email.safeParse(missing).error?.issues[0]?.message).toBe("This field is required");
  });

  it("gets a punycode domain in every browser", () => {
    expect(email.parse("name@MÜNCHEN.de")).toBe("name@xn--mnchen-3ya.de");
    expect(email.parse("name@উদাহরণ.বাংলা")).toBe(email.parse(`name@${new URL("http://উদাহরণ.বাংলা").hostname}`));
  });

  it.each(["name@ｅxample.com", "name@münchen.de/x", "name@münchen.de:80", "name@ⓔxample.münchen.de"])(
    "keeps a domain that would become another's: %s",
    (address) => {
      expect(email.parse(address)).toBe(address.normalize("NFC").toLowerCase());
    },
  );

  it("doesn't change when it is canonicalized twice", () => {
    for (const address of ["J\u030c@example.com", "İ@example.com", "ΑΣ@example.com"])
      expect(email.parse(email.parse(address))).toBe(email.parse(address));
  });
});

it.each([
  ["https://example.com/a.png", true],
  ["/media/covers/art-1.webp", true],
  ["/media/../secret", false],
  ["/media/./pictures/a.png", false],
  ["/media/pictures/./a.png", false],
  ["/media//pictures/a.png", false],
  ["/media/pictures/", false],
  ["http://example.com/a.png", false],
  ["javascript:alert(1)", false],
  ["data:image/svg+xml,<svg/>", false],
  ["//example.com/a.png", false],
  // Browsers read the first as a path of this site.
  ["https:evil.example/a.png", false],
  ["https:\\\\evil.example\\a.png", false],
  ["https://example.com\n/a.png", false],
  ["https://google.com@evil.example/a.png", false],
])("validates the picture URL %p: %p", (address, isValid) => {
  expect(pictureUrl.safeParse(address).success).toBe(isValid);
});

it.each([
  ["https://example.com/work?a=1#b", true],
  ["HTTPS://Example.com", true],
  ["https://উদাহরণ.বাংলা/কাজ", true],
  ["https:///example.com", false],
  ["https:example.com", false],
  ["javascript:alert(1)//https://example.com", false],
])("validates the link %p: %p", (address, isValid) => {
  expect(optionalHttpsLink.safeParse(address).success).toBe(isValid);
});

it.each(["", "   ", "\u200b", "\u202e\u2066", "\u3164", "\u2800", "\ud800", "\u0007"])(
  "rejects %j as required text",
  (input) => {
    expect(requiredText(10).safeParse(input).error?.issues[0]?.message).toBe("This field is required");
  },
);

it.each(["🏆", "ক", "0", ".", "👩‍🚀", "é"])("accepts %j as required text", (input) => {
  expect(requiredText(10).safeParse(input).success).toBe(true);
});

it("requires every field of a contest with the same message", () => {
  const issues = contestForm.safeParse({}).error?.issues ?? [];
  const byField = Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
  for (const field of ["name", "image", "description", "registrationPrice", "prize", "task", "tags", "deadline"]) {
    expect(byField[field]).toBe("This field is required");
  }
});
