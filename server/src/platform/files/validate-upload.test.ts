import { OFFICE_FORMATS, type OfficeExtension } from "@conquest/shared/contracts/media/files";
import { aZipOf } from "../../testing/hostile-files";
import { reencodePicture, validateUpload } from "./validate-upload";

const sentenceOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("It was taken.");
};

it("suggests a zip only if zips are accepted", () => {
  expect(sentenceOf(() => reencodePicture("moving"))).toMatch(/a still image, or the whole animation in a ZIP\.$/);
  expect(sentenceOf(() => reencodePicture("moving", "picture"))).toMatch(/a still image\.$/);
  expect(sentenceOf(() => reencodePicture("unreadable", "picture"))).toBe(
    sentenceOf(() => reencodePicture("unreadable")),
  );
});

describe("validateUpload", () => {
  const accepted = (name: string, text: string) => validateUpload(Buffer.from(text), name);

  it.each(["main.py", "d.ts", "main.kts", "s.scss", "run.java", "Makefile", "LICENSE", "README"])(
    "accepts %s as text",
    (name) => expect(accepted(name, "a = 1")).toEqual({ kind: "text", ending: "txt" }),
  );

  it.each([
    ["gif.txt", "GIF89a is a format"],
    ["gif.md", "GIF89a files are pictures"],
    ["pdf.txt", "%PDF-1.7 is the header of a PDF"],
    ["rtf.txt", "{\\rtf1 begins a Rich Text file."],
    ["README", '<p align="center">'],
    ["view.jsx", "<div/>"],
    ["App.vue", "<template></template>"],
  ])("accepts text that begins like another type: %s", (name, text) => {
    expect(accepted(name, text)).toEqual({ kind: "text", ending: "txt" });
  });

  it.each([
    ...["c.js", "page.HTML", "run.bat", "evil.exe", "drawing.svg", "macro.vbs", "run.bat.", "page.html . "],
    ...["query.iqy", "sheet.SLK", "desk.rdp", "setup.appref-ms", "open.library-ms."],
  ])("rejects %s as unsafe", (name) => {
    expect(sentenceOf(() => accepted(name, "MZ"))).toMatch(
      /^Files ending in “\.[a-z-]+” can contain programs or scripts\./,
    );
  });

  it("rejects documents whose name claims text", () => {
    expect(sentenceOf(() => accepted("a.txt", "%PDF-1.4\n1 0 obj\nendobj\n%%EOF"))).toMatch(/is actually a PDF/);
    expect(sentenceOf(() => accepted("a.txt", "{\\rtf1 Text}\n"))).toMatch(/Rich Text/);
    expect(sentenceOf(() => validateUpload(Buffer.from("GIF89a\0\0\0", "latin1"), "a.txt"))).toMatch(
      /is actually an image/,
    );
    expect(sentenceOf(() => accepted("page.html", "<p>"))).toMatch(/can contain scripts/);
  });

  it.each([
    ["in Windows-1252", Buffer.from("caf\u00e9;na\u00efve", "latin1")],
    ["with colour codes", Buffer.from("\u001b[31mred\u001b[0m")],
  ])("suggests UTF-8 for a text file %s", (_, content) => {
    expect(sentenceOf(() => validateUpload(content, "rows.csv"))).toMatch(/^This text file isn't in UTF-8\. Save/);
  });

  const MANIFEST = { "META-INF/manifest.xml": "<manifest/>", "content.xml": "<office/>" };
  it.each<[string, OfficeExtension, Record<string, string>]>([
    [
      "an EPUB whose mimetype ends with a line break",
      "epub",
      { mimetype: "application/epub+zip\n", "META-INF/container.xml": "<c/>" },
    ],
    [
      "an EPUB whose mimetype is not the first file",
      "epub",
      { "META-INF/container.xml": "<c/>", mimetype: "application/epub+zip" },
    ],
    ["an OpenDocument text without a mimetype", "odt", MANIFEST],
    ["a spreadsheet packed again", "ods", { ...MANIFEST, mimetype: OFFICE_FORMATS.ods.type }],
    [
      "a Word document that embeds slides",
      "docx",
      { "[Content_Types].xml": "<T/>", "word/document.xml": "<w/>", "ppt/slide.xml": "<p/>" },
    ],
  ])("accepts %s", (_, ending, files) => {
    expect(validateUpload(aZipOf(files), `book.${ending}`)).toEqual({ kind: "zip", ending });
    expect(validateUpload(aZipOf(files), "book.zip")).toEqual({ kind: "zip", ending: "zip" });
  });

  it.each(["application/vnd.oasis.opendocument.graphics", `${OFFICE_FORMATS.odt.type}-template`])(
    "rejects a document of the type %s as an OpenDocument text",
    (mimetype) => {
      expect(() => validateUpload(aZipOf({ mimetype, ...MANIFEST }), "book.odt")).toThrow(/is actually a/);
    },
  );

  it("says what to do with a file that is not what its name says", () => {
    const sentence = sentenceOf(() => validateUpload(aZipOf({ "a.txt": "Text" }), "book.epub"));
    expect(sentence).toBe("“book.epub” is actually a ZIP. Rename it or choose another file.");
    const macros = {
      "[Content_Types].xml": "<T/>",
      "word/document.xml": "<w/>",
      "xl/a.xml": "<x/>",
      "word/vbaProject.bin": "x",
    };
    expect(() => validateUpload(aZipOf(macros), "book.docx")).toThrow(/is actually a ZIP/);
  });
});
