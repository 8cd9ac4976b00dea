import { claimedKind, savedName, shownName } from "./file-names";

it.each([
  ["poster.PDF", "pdf"],
  ["photo.jpeg", "picture"],
  ["notes.md", "text"],
  ["all.tar.zip", "zip"],
  ["thesis.docx", undefined],
  ["README", undefined],
  [".png", "picture"],
])("reads of %j what it claims to be", (name, kind) => {
  expect(claimedKind(name)).toBe(kind);
});

it.each([
  ["poster.pdf", "whole.pdf", "poster.pdf"],
  ["poster", "whole.pdf", "poster.pdf"],
  ["photo.webp", "whole.jpg", "photo.jpg"],
  ["photo.PNG", "whole.png", "photo.png"],
  ["my.photo.of.rivers", "whole.jpg", "my.photo.of.rivers.jpg"],
  ["notes.md", "whole.txt", "notes.md"],
  ["thesis.docx", "whole.zip", "thesis.docx.zip"],
  ["page.html", "whole.txt", "page.html.txt"],
  ["run.exe", "whole.zip", "run.exe.zip"],
])("saves %j that is kept as %s as %j", (name, whole, saved) => {
  expect(savedName(name, whole)).toBe(saved);
});

it("shows no name in another direction than it is written in", () => {
  expect(shownName("photo\u202egpj.exe ")).toBe("photogpj.exe");
  expect(shownName("\u061cphoto\u2067.jpg")).toBe("photo.jpg");
  // What joins the letters of a script stays.
  expect(shownName("ক্\u200dষ.txt")).toBe("ক্\u200dষ.txt");
});
