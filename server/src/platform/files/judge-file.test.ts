import { drawn } from "./judge-file";

const sentenceOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("It was taken.");
};

it("asks for a zip only where one is taken", () => {
  expect(sentenceOf(() => drawn("moving"))).toMatch(/one of its frames, or all of it in a zip\.$/);
  expect(sentenceOf(() => drawn("moving", "picture"))).toMatch(/one of its frames\.$/);
  expect(sentenceOf(() => drawn("unreadable", "picture"))).toBe(sentenceOf(() => drawn("unreadable")));
});
