import { SHARE_PICTURE } from "@conquest/shared/contracts/media/pictures";

/** WhatsApp shows no larger pictures. */
const MAX_BYTES = 300_000;
const QUALITIES = [82, 65, 45, 25] as const;

/** Version of the code below. Change both together, or browsers keep cached pictures. */
export const SHARE_RECIPE = "1";

const BACKGROUND = "#0a3a2d";

/** Narrower pictures are not cropped, since the preview's shape would cut off faces. */
const MIN_CROP_RATIO = 4 / 3;

export async function makeSharePicture(original: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  const { autoOrient } = await sharp(original).metadata();
  const fit = autoOrient.width / autoOrient.height >= MIN_CROP_RATIO ? "cover" : "contain";
  const picture = await sharp(original)
    .autoOrient()
    .resize({ ...SHARE_PICTURE, fit, background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .png()
    .toBuffer();
  let output = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    output = await sharp(picture).jpeg({ quality, progressive: true }).toBuffer();
    if (output.length <= MAX_BYTES) break;
  }
  return output;
}
