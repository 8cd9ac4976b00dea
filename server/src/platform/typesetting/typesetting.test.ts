import { breakPoints, fitLines, oneLine, fitLinesTruncated } from "./fit-lines";
import { isolate, toPrintable, readParagraph } from "./paragraph";
import { svgPath } from "./glyph-outlines";

async function visualOrder(text: string): Promise<string> {
  return oneLine(await readParagraph(text), "text", 20)
    .clusters.map((cluster) => cluster.text)
    .join("");
}
const reversed = (text: string) => [...text].reverse().join("");

describe("printable", () => {
  it.each([
    ["Rafi Ahmed", "Rafi Ahmed"],
    ["রাফি আহমেদ", "রাফি আহমেদ"],
    ["Zoë Ślązak", "Zoë Ślązak"],
    ["Жанна", "Жанна"],
    ["木村 赟喆 鴎", "木村 赟喆 鴎"],
    ["می‌خواهم", "می‌خواهم"],
    ["ක්‍රිස්ති", "ක්‍රිස්ති"],
    ["Posters 🎉👩‍🚀🇧🇩\n\u0007 now™", "Posters now™"],
    ["Posters,\na lot", "Posters, a lot"],
    ["𝓣𝓪𝓷𝓲𝓪", "Tania"],
    ["", ""],
    ["🎉", ""],
    ["\u200d\u3164 \u200f", ""],
  ])("keeps the printable part of %j", async (text, printed) => {
    expect(await toPrintable(text)).toBe(printed);
  });

  it("drops letters without a font, and everything if no others are left", async () => {
    expect(await toPrintable("Tania 𒀀𒀁")).toBe("Tania");
    expect(await toPrintable("𒀀𒀁 (!)")).toBe("");
  });

  it("drops direction controls, lone surrogates and stacked marks", async () => {
    expect(await toPrintable("a\u202eb\u2067c\ud800d")).toBe("abcd");
    expect(await toPrintable(`a${"\u0301\u0323".repeat(100)}b`)).toBe("a\u0323\u0323\u0301b".normalize("NFC"));
    expect(await toPrintable(`ก${"็".repeat(200)}`)).toBe("ก็");
    expect((await toPrintable("নদীর ".repeat(10_000))).endsWith("…")).toBe(true);
  });
});

const NAMES = {
  Latin: "Nguyễn Ślązak",
  Greek: "Ευαγγελία",
  Cyrillic: "Щербакова Їжак",
  Armenian: "Խաչատրյան",
  Georgian: "ჭავჭავაძე",
  Hebrew: "דָּוִד בֶּן־גּוּרְיוֹן",
  Arabic: "محمد الشّريف قریشی ٹھاکر",
  Thaana: "އަހުމަދު މޫސާ",
  Adlam: "𞤀𞤣𞤤𞤢𞤥",
  Devanagari: "श्रीवास्तव",
  Bengali: "ক্ষুদ্র চৌধুরী",
  Gurmukhi: "ਹਰਪ੍ਰੀਤ ਸਿੰਘ",
  Gujarati: "કૃષ્ણકાંત",
  Oriya: "ମହାପାତ୍ର",
  Tamil: "ஸ்ரீநிவாசன்",
  Telugu: "వెంకటేశ్వర్లు",
  Kannada: "ಕೃಷ್ಣಮೂರ್ತಿ",
  Malayalam: "നമ്പ്യാർ",
  Sinhala: "ශ්‍රීමතී",
  Thai: "ปิ่นเพชร กู้เกียรติ",
  Lao: "ແກ້ວມະນີ",
  Khmer: "ព្រះស្រីសុវត្ថិ",
  Myanmar: "အောင်ဆန်းကျွန်းရှင်",
  Tibetan: "བསྟན་འཛིན་རྒྱ་མཚོ",
  Ethiopic: "ተስፋዬ",
  Chakma: "𑄌𑄋𑄴𑄟𑄳𑄦",
  Sylheti: "ꠍꠤꠟꠐꠤ",
  Han: "歐陽曉明 赟喆",
  Japanese: "辻直 さくら ー",
  Hangul: "김민준 뷁",
};

it.each(Object.entries(NAMES))("has a glyph for every letter of %s", async (_script, name) => {
  expect(await toPrintable(name)).toBe(name.normalize("NFC"));
  const { clusters } = oneLine(await readParagraph(name), "strong", 20);
  // No text is lost, and none is drawn as a missing glyph.
  expect([...clusters.map(({ text }) => text).join("")].sort()).toEqual([...name].sort());
  const blank = clusters.filter(
    ({ text, glyphs }) => /\p{L}/u.test(text) && glyphs.every(({ outline }) => outline.length === 0),
  );
  expect(blank).toEqual([]);
});

describe("the visual order", () => {
  it("is right to left for right-to-left scripts", async () => {
    expect(await visualOrder("محمد علي")).toBe(reversed("محمد علي"));
    expect(await visualOrder("𞤀𞤣𞤤")).toBe(reversed("𞤀𞤣𞤤"));
  });

  it("keeps embedded Latin and digits, and mirrors brackets", async () => {
    expect(await visualOrder("تحدي 2026 في Dhaka")).toBe(`Dhaka ${reversed("في")} 2026 ${reversed("تحدي")}`);
    expect(await visualOrder("שלום (Logo)")).toBe(`(Logo) ${reversed("שלום")}`);
    expect(await visualOrder("Rafi (محمد) Ω")).toBe(`Rafi (${reversed("محمد")}) Ω`);
  });

  it("of an isolated text does not depend on its surroundings", async () => {
    const facts = [isolate("محمد"), isolate("2026"), isolate("علي")].join(" · ");
    expect(await visualOrder(facts)).toBe(`${reversed("محمد")} · 2026 · ${reversed("علي")}`);
  });
});

describe("glyphs", () => {
  it("are joined as in writing", async () => {
    const width = async (text: string) => oneLine(await readParagraph(text), "text", 100).width;
    expect(await width("ক্ষ")).toBeLessThan((await width("ক")) + (await width("ষ")) - 5);
    // The same letter within one word and in two.
    const path = async (text: string) => svgPath(oneLine(await readParagraph(text), "text", 100), 0, 0);
    expect(await path("بب")).not.toBe(await path("ب‌ب"));
  });

  it("use the regional forms that the surrounding letters indicate", async () => {
    const path = async (text: string) => svgPath(oneLine(await readParagraph(text), "text", 100), 0, 0);
    const [chinese, japanese] = [await path("直"), await path("直の")];
    expect(japanese.startsWith(chinese)).toBe(false);
  });
});

describe("lines", () => {
  it("break between words, also in scripts without spaces", () => {
    const words = (text: string) => breakPoints(text).map((end, index, all) => text.slice(all[index - 1] ?? 0, end));
    expect(words("Posters of the river")).toEqual(["Posters ", "of ", "the ", "river"]);
    expect(words("การประกวดภาพถ่าย")).toEqual(["การ", "ประกวด", "ภาพถ่าย"]);
    expect(words("don't (at all)")).toEqual(["don't ", "(at ", "all)"]);
    expect(words("Rahman-Wolfe, on 2026-03 at -5 or -a")).toEqual([
      "Rahman-",
      "Wolfe, ",
      "on ",
      "2026-03 ",
      "at ",
      "-5 ",
      "or ",
      "-a",
    ]);
  });

  it("do not begin with closing punctuation or end with an opening bracket", () => {
    const text = "海报设计大赛，主题：「江河」与儿童。";
    const starts = breakPoints(text).slice(0, -1);
    expect(starts.length).toBeGreaterThan(4);
    for (const at of starts) {
      expect("，：」。").not.toContain(text[at]);
      expect(text[at - 1]).not.toBe("「");
    }
  });

  it("are as few and large as possible, truncated with an ellipsis", async () => {
    const fitting = { largest: 40, smallest: 20, lines: 2, measure: 400 };
    const short = await readParagraph("Kites");
    expect(fitLines(short, "text", fitting)).toMatchObject([{ size: 40 }]);
    for (const long of [
      "river ".repeat(40).trim(),
      "W".repeat(200),
      "การประกวด".repeat(30),
      "محمد ".repeat(60).trim(),
      "海".repeat(90),
      "ক্ষ".repeat(90),
    ]) {
      const paragraph = await readParagraph(long);
      expect(fitLines(paragraph, "text", fitting)).toBeNull();
      const lines = fitLinesTruncated(paragraph, "text", fitting);
      expect(lines).toHaveLength(2);
      for (const { width } of lines) expect(width).toBeLessThanOrEqual(400);
      expect(lines[1]!.clusters.map(({ text }) => text).join("")).toMatch(/^…|…$/);
    }
  });
});
