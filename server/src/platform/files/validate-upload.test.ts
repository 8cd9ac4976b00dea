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
  expect(sentenceOf(() => reencodePicture("moving"))).toMatch(/one of its frames, or all of it in a zip\.$/);
  expect(sentenceOf(() => reencodePicture("moving", "picture"))).toMatch(/one of its frames\.$/);
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

  it.each(["c.js", "page.HTML", "run.bat", "evil.exe", "drawing.svg", "macro.vbs"])("rejects %s as unsafe", (name) => {
    expect(sentenceOf(() => accepted(name, "a = 1"))).toMatch(
      /^A file that ends in “\.[a-z]+” could run as a program\./,
    );
  });

  it("rejects documents whose name claims text", () => {
    expect(sentenceOf(() => accepted("a.txt", "%PDF-1.4\n1 0 obj\nendobj\n%%EOF"))).toMatch(
      /it is a PDF, not plain text/,
    );
    expect(sentenceOf(() => accepted("a.txt", "{\\rtf1 Text}\n"))).toMatch(/Rich Text/);
    expect(sentenceOf(() => validateUpload(Buffer.from("GIF89a\0\0\0", "latin1"), "a.txt"))).toMatch(/it is a picture/);
    expect(sentenceOf(() => accepted("page.html", "<p>"))).toMatch(/can hold scripts/);
  });
});
