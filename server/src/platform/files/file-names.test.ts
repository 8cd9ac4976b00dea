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
  ["poster.pdf", "pdf", "poster.pdf"],
  ["poster", "pdf", "poster.pdf"],
  ["photo.png", "picture", "photo.webp"],
  ["my.photo.of.rivers", "picture", "my.photo.of.rivers.webp"],
  ["thesis.docx", "zip", "thesis.docx.zip"],
  ["page.html", "text", "page.html.txt"],
  ["run.exe", "zip", "run.exe.zip"],
] as const)("saves %j that is a %s as %j", (name, kind, saved) => {
  expect(savedName(name, kind)).toBe(saved);
});

it("shows no name in another direction than it is written in", () => {
  expect(shownName("photo\u202egpj.exe ")).toBe("photogpj.exe");
  // What joins the letters of a script stays.
  expect(shownName("ক্\u200dষ.txt")).toBe("ক্\u200dষ.txt");
});
