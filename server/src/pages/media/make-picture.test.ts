import sharp from "sharp";
import { makePicture } from "./smaller-pictures";

const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#e04a2b" } })
    .png()
    .toBuffer();
const sizeOf = async (picture: Buffer | null) => {
  const { format, width, height } = await sharp(picture!).metadata();
  return { format, width, height };
};

it.each([
  ["avif", "heif"],
  ["webp", "webp"],
] as const)("makes a smaller %s", async (format, read) => {
  expect(await sizeOf(await makePicture(await aPicture(400, 200), 80, format))).toEqual({
    format: read,
    width: 80,
    height: 40,
  });
});

it("never enlarges a picture", async () => {
  expect(await sizeOf(await makePicture(await aPicture(100, 50), 1280, "webp"))).toMatchObject({
    width: 100,
    height: 50,
  });
});

it("returns null for an animation", async () => {
  const frames = await Promise.all([
    aPicture(40, 20),
    sharp(await aPicture(40, 20))
      .negate()
      .png()
      .toBuffer(),
  ]);
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await makePicture(moving, 20, "webp")).toBeNull();
});

it("throws for a file that is not a picture", async () => {
  await expect(makePicture(Buffer.from("not a picture"), 80, "webp")).rejects.toThrow();
});
