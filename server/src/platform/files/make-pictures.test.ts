import { crc32 } from "node:zlib";
import sharp from "sharp";
import { createDecompressionBomb } from "../../testing/decompression-bomb";
import { makePictures, type MadePicture } from "./make-pictures";

const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#e04a2b" } });

async function made(original: Buffer, widths: number[] = []): Promise<MadePicture> {
  const picture = await makePictures(original, { widths });
  if (typeof picture === "string") throw new Error(`It was refused: ${picture}`);
  return picture;
}

const sizeOf = async (content: Buffer) => {
  const { format, width, height } = await sharp(content).metadata();
  return { format, width, height };
};

it.each([
  ["jpeg", "whole.jpg"],
  ["webp", "whole.jpg"],
  ["avif", "whole.jpg"],
  ["png", "whole.png"],
  ["gif", "whole.png"],
] as const)("re-encodes a %s in full and smaller", async (format, whole) => {
  const { width, height, widths, parts } = await made(
    await aPicture(400, 200).toFormat(format).toBuffer(),
    [80, 320, 720],
  );
  expect({ width, height, widths }).toEqual({ width: 400, height: 200, widths: [80, 320] });
  const sizes = await Promise.all(parts.map(async ({ name, content }) => [name, await sizeOf(content)]));
  expect(Object.fromEntries(sizes)).toEqual({
    [whole]: { format: whole === "whole.jpg" ? "jpeg" : "png", width: 400, height: 200 },
    "80.avif": { format: "heif", width: 80, height: 40 },
    "80.webp": { format: "webp", width: 80, height: 40 },
    "320.avif": { format: "heif", width: 320, height: 160 },
    "320.webp": { format: "webp", width: 320, height: 160 },
  });
});

it("rotates a picture upright and removes its metadata", async () => {
  const photo = await aPicture(400, 200)
    .jpeg()
    .withExif({ IFD0: { Make: "Telephone", Copyright: "A name" }, IFD3: { GPSLatitude: "23/1 48/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif?.toString("latin1")).toMatch(/Telephone/);
  const { width, height, parts } = await made(photo, [80]);
  expect([width, height]).toEqual([200, 400]);
  for (const { content } of parts) {
    const { exif, icc, iptc, xmp, orientation } = await sharp(content).metadata();
    expect([exif, icc, iptc, xmp, orientation]).toEqual(Array(5).fill(undefined));
    expect(content.includes("Telephone")).toBe(false);
  }
});

it("removes data after the picture", async () => {
  const { parts } = await made(
    Buffer.concat([await aPicture(40, 40).png().toBuffer(), Buffer.from("<script>alert(1)</script>")]),
  );
  expect(parts.every(({ content }) => !content.includes("script"))).toBe(true);
});

it("keeps transparency", async () => {
  const { parts } = await made(
    await sharp({ create: { width: 400, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer(),
    [80],
  );
  for (const { content } of parts) expect((await sharp(content).metadata()).hasAlpha).toBe(true);
});

it("rejects animations", async () => {
  const frames = await Promise.all([aPicture(40, 20).png().toBuffer(), aPicture(40, 20).negate().png().toBuffer()]);
  for (const format of ["webp", "gif"] as const) {
    expect(
      await makePictures(
        await sharp(frames, { join: { animated: true } })
          .toFormat(format)
          .toBuffer(),
        { widths: [] },
      ),
    ).toBe("moving");
  }
});

it("rejects animations of which the decoder sees only the first frame", async () => {
  const still = await aPicture(40, 20).png().toBuffer();
  const frames = Buffer.alloc(20);
  frames.writeUInt32BE(8);
  frames.write("acTL", 4, "latin1");
  frames.writeUInt32BE(2, 8);
  frames.writeUInt32BE(crc32(frames.subarray(4, 16)), 16);
  const afterHeader = 8 + 25;
  const moving = Buffer.concat([still.subarray(0, afterHeader), frames, still.subarray(afterHeader)]);
  expect(await makePictures(moving, { widths: [] })).toBe("moving");
  const avif = await aPicture(40, 20).avif().toBuffer();
  expect(await made(avif, [])).toMatchObject({ width: 40 });
  avif.write("avis", 8, "latin1");
  expect(await makePictures(avif, { widths: [] })).toBe("moving");
});

it.each([
  ["a billion pixels in few bytes", 40_000, 40_000],
  ["one row too many", 10_000, 5_001],
])("does not decode %s", async (_, width, height) => {
  expect(await makePictures(createDecompressionBomb(width, height), { widths: [320] })).toBe("too_many_pixels");
});

it("makes no variants above the original width or WebP's limit", async () => {
  expect(await made(await aPicture(400, 20_000).jpeg().toBuffer(), [80, 320, 330])).toMatchObject({
    width: 400,
    height: 20_000,
    widths: [80, 320],
  });
});

it("rejects truncated and invalid pictures", async () => {
  const whole = await aPicture(800, 800).jpeg().toBuffer();
  expect(await makePictures(whole.subarray(0, 400), { widths: [] })).toBe("unreadable");
  expect(await makePictures(createDecompressionBomb(4_000, 4_000), { widths: [] })).toBe("unreadable");
  expect(await makePictures(Buffer.from("not a picture"), { widths: [] })).toBe("unreadable");
  expect(
    await makePictures(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`), { widths: [] }),
  ).toBe("unreadable");
});

it("limits the longest edge of the full picture", async () => {
  const picture = await makePictures(await aPicture(400, 800).jpeg().toBuffer(), { widths: [80, 320], longest: 600 });
  expect(picture).toMatchObject({ width: 300, height: 600, widths: [80] });
});
