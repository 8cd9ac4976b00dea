import { render } from "@testing-library/react";
import { digits, language, loadMessages, msg, provideLanguage, provideMessageLoader, T, t } from "./language";

const BANGLA = {
  "Hello {name}": "{name}, স্বাগতম",
  "{n, plural, one {# entry} other {# entries}}": "{n, plural, one {#টি এন্ট্রি} other {#টি এন্ট্রি জমা}}",
  "Read the <a>terms of <b>use</b></a> first": "আগে <a><b>ব্যবহারের</b> শর্তাবলি</a> পড়ুন",
  Untranslated: "",
};

afterEach(() => provideLanguage("en", []));

describe("a message in English", () => {
  it.each<[string, Record<string, string | number>, string]>([
    ["Skip to content", {}, "Skip to content"],
    ["Hello {name}", { name: "{n} <b> #1" }, "Hello {n} <b> #1"],
    ["{n} of {all}", { n: 3, all: 1200 }, "3 of 1,200"],
    ["You have {n, plural, one {# entry} other {# entries}}.", { n: 1 }, "You have 1 entry."],
    ["You have {n, plural, one {# entry} other {# entries}}.", { n: 0 }, "You have 0 entries."],
    ["{n, plural, =0 {No entries} one {# entry} other {# entries}}", { n: 0 }, "No entries"],
    ["{role, select, judge {You rate} other {You read}} it", { role: "judge" }, "You rate it"],
    ["{role, select, judge {You rate} other {You read}} it", { role: "user" }, "You read it"],
    [
      "{n, plural, one {{who, select, you {You left # entry} other {{who} left # entry}}} other {# left}} #1",
      { n: 1, who: "Rafi" },
      "Rafi left 1 entry #1",
    ],
    ["{n, plural, other {{m, plural, one {# of {n}} other {# of {n}}}}}", { n: 5, m: 2 }, "2 of 5"],
    ["{missing}!", {}, "!"],
  ])("%s with %j", (message, values, expected) => {
    expect(t(message, values)).toBe(expected);
  });

  it("keeps texts of the catalogs out", () => {
    provideLanguage("en", [BANGLA]);
    expect([t("Hello {name}", { name: "Rafi" }), digits(12), language()]).toEqual(["Hello Rafi", "12", "en"]);
  });
});

describe("a message in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [{ Other: "অন্য" }, BANGLA]));

  it("is translated, and falls back to English", () => {
    expect(t("Hello {name}", { name: "Rafi 1" })).toBe("Rafi 1, স্বাগতম");
    expect([t("Untranslated"), t("Unknown {n}", { n: 12 })]).toEqual(["Untranslated", "Unknown ১২"]);
    expect(t(msg("Other"))).toBe("অন্য");
  });

  it.each([
    [0, "০টি এন্ট্রি"],
    [1, "১টি এন্ট্রি"],
    [25, "২৫টি এন্ট্রি জমা"],
  ])("counts %i by the plural rule of Bangla", (n, expected) => {
    expect(t("{n, plural, one {# entry} other {# entries}}", { n })).toBe(expected);
  });

  it("writes digits of texts, and groups those of numbers", () => {
    expect(digits("৳1,00,000, 2026")).toBe("৳১,০০,০০০, ২০২৬");
    expect([100000, -1234567, 999, 4.5].map(digits)).toEqual(["১,০০,০০০", "-১২,৩৪,৫৬৭", "৯৯৯", "৪.৫"]);
  });
});

it("renders elements around translated texts", () => {
  const rich = () => (
    <T text="Read the <a>terms of <b>use</b></a> first" a={<em className="cq-link" />} b={<strong />} />
  );
  const { container, rerender } = render(rich());
  expect(container.innerHTML).toBe('Read the <em class="cq-link">terms of <strong>use</strong></em> first');
  provideLanguage("bn", [BANGLA]);
  rerender(rich());
  expect(container.innerHTML).toBe('আগে <em class="cq-link"><strong>ব্যবহারের</strong> শর্তাবলি</em> পড়ুন');
});

it("renders elements as values, in choices too", () => {
  const { container } = render(
    <T text="{n, plural, one {{who} sent # entry} other {{who} sent # <b>entries</b>}}" n={2} who={<bdi>Rafi</bdi>} />,
  );
  expect(container.textContent).toBe("Rafi sent 2 entries");
  expect(container.innerHTML).toContain("<bdi>Rafi</bdi>");
});

it("renders pages in two languages in turn", () => {
  const texts = (["bn", "en", "bn"] as const).map((each) => {
    provideLanguage(each, each === "bn" ? [BANGLA] : []);
    return t("Hello {name}", { name: "Rafi" });
  });
  expect(texts).toEqual(["Rafi, স্বাগতম", "Hello Rafi", "Rafi, স্বাগতম"]);
});

it("loads messages only if the shell says how", async () => {
  expect(loadMessages("/about")).toBeUndefined();
  provideMessageLoader((path) => Promise.resolve(path));
  await expect(loadMessages("/about")).resolves.toBe("/about");
  provideMessageLoader(undefined);
});
