import { splitAtLinks } from "@conquest/shared/ui/format/user-text";

const linksIn = (text: string) => splitAtLinks(text).flatMap((piece) => (piece.isLink ? [piece.text] : []));

it.each([
  ["See https://example.com/a, then go.", ["https://example.com/a"]],
  ["(https://example.com)", ["https://example.com"]],
  ["https://en.wikipedia.org/wiki/Tea_(meal).", ["https://en.wikipedia.org/wiki/Tea_(meal)"]],
  ["https://example.com/?q=a&b=c#d! https://example.org", ["https://example.com/?q=a&b=c#d", "https://example.org"]],
  ["“https://example.com/a”", ["https://example.com/a"]],
  ["HTTPS://EXAMPLE.COM/A", ["HTTPS://EXAMPLE.COM/A"]],
  ["https://মেলা.বাংলা/নিয়ম", ["https://মেলা.বাংলা/নিয়ম"]],
  ['<a href="https://example.com/b">', ["https://example.com/b"]],
  ["http://example.com javascript:alert(1) me@example.com www.example.com https:// https:///x", []],
])("finds the URLs in %j", (text, links) => {
  expect(linksIn(text)).toEqual(links);
});

it("keeps the whole text", () => {
  const text = "One https://a.example, two\nhttps://b.example).\nThree";
  expect(
    splitAtLinks(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
