import type { PictureFormat } from "../../platform/http/picture-format";

/** Makes a picture smaller. Answers null for what moves, which would stand still; throws for what is no picture. */
export type MakePicture = (original: Buffer, width: number, format: PictureFormat) => Promise<Buffer | null>;

/** Names what is made of a picture and how: say another when the settings below change, or the old ones stay kept. */
export const RECIPE = "1";

/** Never wider than the original. */
export const makePicture: MakePicture = async (original, width, format) => {
  // Loaded when first needed: it is native code, and a machine that it does not run on still serves the originals.
  const { default: sharp } = await import("sharp");
  // The other cores answer requests.
  sharp.concurrency(1);
  const picture = sharp(original);
  if (((await picture.metadata()).pages ?? 1) > 1) return null;
  const small = picture.autoOrient().resize({ width, withoutEnlargement: true });
  // AVIF at 2: a tenth of a second for a cover. At 4, its default, five times that for 5% fewer bytes.
  return (format === "avif" ? small.avif({ quality: 50, effort: 2 }) : small.webp({ quality: 75 })).toBuffer();
};
