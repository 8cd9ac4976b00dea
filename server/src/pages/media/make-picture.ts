import type { PictureFormat } from "../../platform/http/picture-format";

/** Shrinks a picture. Returns null for animations, which would lose their frames; throws if it is not a picture. */
export type MakePicture = (original: Buffer, width: number, format: PictureFormat) => Promise<Buffer | null>;

/** Version of the settings below; change it with them to invalidate cached pictures. */
export const PICTURE_RECIPE = "1";

export const makePicture: MakePicture = async (original, width, format) => {
  // Loaded lazily: on a machine that lacks this native module, originals are still served.
  const { default: sharp } = await import("sharp");
  // Leaves the other cores to requests.
  sharp.concurrency(1);
  const picture = sharp(original);
  if (((await picture.metadata()).pages ?? 1) > 1) return null;
  const small = picture.autoOrient().resize({ width, withoutEnlargement: true });
  // AVIF effort 2 takes 0.1 s for a cover; the default, 4, takes five times that to save 5%.
  return (format === "avif" ? small.avif({ quality: 50, effort: 2 }) : small.webp({ quality: 75 })).toBuffer();
};
