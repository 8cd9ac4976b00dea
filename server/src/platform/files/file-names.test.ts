import { asFileName, asSavedName, claimedKind, savedName, shownName } from "./file-names";

it.each([
  ["poster.PDF", "pdf"],
  ["photo.jpeg", "picture"],
  ["notes.md", "text"],
  ["all.tar.zip", "zip"],
  ["thesis.docx", "docx"],
  ["SHEET.Ods", "ods"],
  ["thesis.docx. .", "docx"],
  ["photo.JFIF", "picture"],
  ["data.json", "text"],
  ["main.cpp", "text"],
  ["main.py", undefined],
  ["program.exe", undefined],
  ["Dr. Rahman", undefined],
  ["version 1.2", undefined],
  ["constructor", undefined],
  ["x.constructor", undefined],
  ["README", undefined],
  [".png", "picture"],
])("reads the claimed kind of %j", (name, kind) => {
  expect(claimedKind(name)).toBe(kind);
});

it.each([
  ["poster.pdf", "whole.pdf", "poster.pdf"],
  ["poster", "whole.pdf", "poster"],
  ["photo.webp", "whole.jpg", "photo.jpg"],
  ["photo.webp.", "whole.jpg", "photo.jpg"],
  ["photo.PNG", "whole.png", "photo.PNG"],
  ["PHOTO.JPG", "whole.jpg", "PHOTO.JPG"],
  ["photo.jpeg", "whole.jpg", "photo.jpeg"],
  ["photo.jpeg", "whole.png", "photo.png"],
  ["README.MD", "whole.txt", "README.MD"],
  ["আমার.শেষ.লেখা.txt", "whole.txt", "আমার.শেষ.লেখা.txt"],
  ["আমার লেখা", "whole.txt", "আমার লেখা"],
  ["main.py", "whole.txt", "main.py"],
  ["Makefile", "whole.txt", "Makefile"],
  ["drawing.ai", "whole.pdf", "drawing.ai"],
  ["all", "whole.zip", "all"],
  ["c.js", "whole.txt", "c.js.txt"],
  ["evil.exe", "whole.txt", "evil.exe.txt"],
  ["setup.appref-ms", "whole.txt", "setup.appref-ms.txt"],
  ["notes.for-ms", "whole.txt", "notes.for-ms"],
  ["Report.final.DOCX", "whole.docx", "Report.final.DOCX"],
  ["report", "whole.docx", "report"],
  ["my.photo.of.rivers", "whole.jpg", "my.photo.of.rivers"],
  ["notes.md", "whole.txt", "notes.md"],
  ["thesis.docx", "whole.zip", "thesis.docx.zip"],
  ["page.html", "whole.txt", "page.html.txt"],
  ["run.exe", "whole.zip", "run.exe.zip"],
])("saves %j that is stored as %s as %j", (name, whole, saved) => {
  expect(savedName(name, whole)).toBe(saved);
});

it("removes bidirectional control characters", () => {
  expect(shownName("photo\u202egpj.exe ")).toBe("photogpj.exe");
  expect(shownName("\u061cphoto\u2067.jpg")).toBe("photo.jpg");
  expect(shownName("two\u2028lines.txt")).toBe("two lines.txt");
  // Joiners that a script needs are kept.
  expect(shownName("ক্\u200dষ.txt")).toBe("ক্\u200dষ.txt");
});

it.each([
  ["River stories", "River stories"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ['a/b\\c:d*e?f"g<h>i|j', "a_b_c_d_e_f_g_h_i_j"],
  ["  .hidden", "hidden"],
  ["ends. . ", "ends"],
  ["one\r\ntwo\u0000", "one__two_"],
  ["photo\u202egpj", "photogpj"],
  ["CON", "CON_"],
  ["nul.txt", "nul_.txt"],
  ["নুসরাত", "নুসরাত"],
  ["...", "Otherwise"],
  ["", "Otherwise"],
  ["x".repeat(200), "x".repeat(60)],
])("makes %j a file name for any system", (text, name) => {
  expect(asFileName(text, "Otherwise")).toBe(name);
});

it.each([
  ["poster.pdf", "poster.pdf"],
  [`${"x".repeat(200)}.pdf`, `${"x".repeat(60)}.pdf`],
  ["..pdf", "File.pdf"],
  ["a/b.txt", "a_b.txt"],
])("keeps the extension of %j", (text, name) => {
  expect(asSavedName(text, "File")).toBe(name);
});
