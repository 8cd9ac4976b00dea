import { translator } from "./page-messages";

const COUNT = "{n, plural, one {# contest} other {# contests}} of {name}";

it("fills in values in the language, and stays English without a translation", () => {
  const values = { n: 1200, name: "Rafi 7" };
  expect([
    translator([], "en")(COUNT, values),
    translator([{}, { [COUNT]: "{name}-এর {n}টি প্রতিযোগিতা" }], "bn")(COUNT, values),
    translator([], "bn")("Home"),
  ]).toEqual(["1,200 contests of Rafi 7", "Rafi 7-এর ১,২০০টি প্রতিযোগিতা", "Home"]);
});
