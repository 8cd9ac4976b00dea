import { reencodePicture } from "./validate-upload";

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
