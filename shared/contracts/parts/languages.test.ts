import { splitLanguage, withLanguage } from "./languages";

it.each([
  ["/", "/bn"],
  ["/about", "/bn/about"],
  ["/?q=logo", "/bn?q=logo"],
  ["/about?a=/bn#b", "/bn/about?a=/bn#b"],
])("prefixes %s with the language and splits it again", (address, prefixed) => {
  expect(withLanguage(address, "en")).toBe(address);
  expect(withLanguage(address, "bn")).toBe(prefixed);
  expect(splitLanguage(prefixed, ["en", "bn"])).toEqual({ language: "bn", address });
});

it.each([["/bnx/about"], ["/en/about"], ["/about/bn"], ["/BN"]])("takes %s as an English address", (address) => {
  expect(splitLanguage(address, ["en", "bn"])).toEqual({ language: "en", address });
});

it("ignores languages that the site does not offer", () => {
  expect(splitLanguage("/bn/about")).toEqual({ language: "en", address: "/bn/about" });
  expect(splitLanguage("/bn/about", ["en"])).toEqual({ language: "en", address: "/bn/about" });
});

it("keeps the slash after a language", () => {
  expect(splitLanguage("/bn/", ["en", "bn"]).address).toBe("/");
});
