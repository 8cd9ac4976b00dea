import { attachmentHeader } from "./file-to-send";

it.each([
  ["poster.pdf", `attachment; filename="poster.pdf"; filename*=UTF-8''poster.pdf`],
  ["my poster (2).pdf", `attachment; filename="my poster (2).pdf"; filename*=UTF-8''my%20poster%20%282%29.pdf`],
  ["নদী.txt", `attachment; filename="___.txt"; filename*=UTF-8''%E0%A6%A8%E0%A6%A6%E0%A7%80.txt`],
  [
    `a"; filename="b.html`,
    `attachment; filename="a_; filename=_b.html"; filename*=UTF-8''a%22%3B%20filename%3D%22b.html`,
  ],
  ["it's 100%.zip", `attachment; filename="it's 100_.zip"; filename*=UTF-8''it%27s%20100%25.zip`],
  [
    "a\r\nset-cookie: b=c.txt",
    `attachment; filename="a__set-cookie: b=c.txt"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20b%3Dc.txt`,
  ],
  ["\ud800.txt", `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])("keeps %j as one name", (name, value) => {
  expect(attachmentHeader(name)).toBe(value);
});
