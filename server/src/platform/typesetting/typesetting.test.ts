import { breakPoints } from "./break-points";
import { fitted, oneLine, shrunk } from "./fit-lines";
import { isolated, printable, readParagraph } from "./paragraph";
import { svgPath } from "./glyph-outlines";

/** Words from left to right as they are drawn. */
async function seen(text: string): Promise<string> {
  return oneLine(await readParagraph(text), "text", 20)
    .clusters.map((cluster) => cluster.text)
    .join("");
}
const backwards = (text: string) => [...text].reverse().join("");

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
  ])("keeps what can be drawn of %j", async (text, printed) => {
    expect(await printable(text)).toBe(printed);
  });

  it("leaves out letters that no font has, and says nothing where no other are left", async () => {
    expect(await printable("Tania 𒀀𒀁")).toBe("Tania");
    expect(await printable("𒀀𒀁 (!)")).toBe("");
  });

  it("leaves out what turns other text around, halves of characters, and heaps of marks", async () => {
    expect(await printable("a\u202eb\u2067c\ud800d")).toBe("abcd");
    expect(await printable(`a${"\u0301\u0323".repeat(100)}b`)).toBe("a\u0323\u0323\u0301b".normalize("NFC"));
    expect(await printable(`ก${"็".repeat(200)}`)).toBe("ก็");
    expect((await printable("নদীর ".repeat(10_000))).endsWith("…")).toBe(true);
  });
});

/** Names as people write them, each with the letters that they are made of. */
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

it.each(Object.entries(NAMES))("has all letters of %s, and draws every one", async (_script, name) => {
  expect(await printable(name)).toBe(name.normalize("NFC"));
  const { clusters } = oneLine(await readParagraph(name), "strong", 20);
  // No text is lost and none is drawn as the box of a letter that is not there.
  expect([...clusters.map(({ text }) => text).join("")].sort()).toEqual([...name].sort());
  const blank = clusters.filter(
    ({ text, glyphs }) => /\p{L}/u.test(text) && glyphs.every(({ outline }) => outline.length === 0),
  );
  expect(blank).toEqual([]);
});

describe("the order of letters", () => {
  it("is from right to left where it is written so", async () => {
    expect(await seen("محمد علي")).toBe(backwards("محمد علي"));
    expect(await seen("𞤀𞤣𞤤")).toBe(backwards("𞤀𞤣𞤤"));
  });

  it("keeps Latin and digits as they are within it, and closes brackets where they were opened", async () => {
    expect(await seen("تحدي 2026 في Dhaka")).toBe(`Dhaka ${backwards("في")} 2026 ${backwards("تحدي")}`);
    expect(await seen("שלום (Logo)")).toBe(`(Logo) ${backwards("שלום")}`);
    expect(await seen("Rafi (محمد) Ω")).toBe(`Rafi (${backwards("محمد")}) Ω`);
  });

  it("is not changed by what stands beside it when it is isolated", async () => {
    const facts = [isolated("محمد"), isolated("2026"), isolated("علي")].join(" · ");
    expect(await seen(facts)).toBe(`${backwards("محمد")} · 2026 · ${backwards("علي")}`);
  });
});

describe("letters", () => {
  it("join as they are written", async () => {
    const width = async (text: string) => oneLine(await readParagraph(text), "text", 100).width;
    expect(await width("ক্ষ")).toBeLessThan((await width("ক")) + (await width("ষ")) - 5);
    // The letter of one word and of two.
    const path = async (text: string) => svgPath(oneLine(await readParagraph(text), "text", 100), 0, 0);
    expect(await path("بب")).not.toBe(await path("ب‌ب"));
  });

  it("come in the forms of the country whose other letters stand there", async () => {
    const path = async (text: string) => svgPath(oneLine(await readParagraph(text), "text", 100), 0, 0);
    const [chinese, japanese] = [await path("直"), await path("直の")];
    expect(japanese.startsWith(chinese)).toBe(false);
  });
});

describe("lines", () => {
  it("end between words, also where there is no space between them", () => {
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

  it("begin with no mark that belongs to what is before, and end with no bracket that opens", () => {
    const text = "海报设计大赛，主题：「江河」与儿童。";
    const starts = breakPoints(text).slice(0, -1);
    expect(starts.length).toBeGreaterThan(4);
    for (const at of starts) {
      expect("，：」。").not.toContain(text[at]);
      expect(text[at - 1]).not.toBe("「");
    }
  });

  it("are as few and as large as fit, and what is too long ends in an ellipsis", async () => {
    const fitting = { largest: 40, smallest: 20, lines: 2, measure: 400 };
    const short = await readParagraph("Kites");
    expect(fitted(short, "text", fitting)).toMatchObject([{ size: 40 }]);
    for (const long of [
      "river ".repeat(40).trim(),
      "W".repeat(200),
      "การประกวด".repeat(30),
      "محمد ".repeat(60).trim(),
      "海".repeat(90),
      "ক্ষ".repeat(90),
    ]) {
      const paragraph = await readParagraph(long);
      expect(fitted(paragraph, "text", fitting)).toBeNull();
      const lines = shrunk(paragraph, "text", fitting);
      expect(lines).toHaveLength(2);
      for (const { width } of lines) expect(width).toBeLessThanOrEqual(400);
      expect(lines[1]!.clusters.map(({ text }) => text).join("")).toMatch(/^…|…$/);
    }
  });
});
