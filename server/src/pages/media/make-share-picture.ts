import { SHARE_PICTURE } from "@conquest/shared/contracts/media/share-picture";

/** WhatsApp shows no picture that is larger, in bytes. */
const MOST_BYTES = 300_000;
const QUALITIES = [82, 65, 45, 25] as const;

/** Names how pictures are made for link previews: change it with the code below, or browsers keep the old ones. */
export const SHARE_RECIPE = "1";

/** The site's deep green, around what is not wide enough. */
const AROUND = "#0a3a2d";

/** Narrower than this a picture is shown whole: cropped to the preview's shape, a face would lose its chin. */
const CROPPED_FROM = 4 / 3;

/** A picture in the size of link previews, as JPEG, which all of them read. Throws for what is no picture. */
export async function makeSharePicture(original: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  const { autoOrient } = await sharp(original).metadata();
  const fit = autoOrient.width / autoOrient.height >= CROPPED_FROM ? "cover" : "contain";
  const picture = await sharp(original).autoOrient().resize({ ...SHARE_PICTURE, fit, background: AROUND }).flatten({ background: AROUND }).png().toBuffer();
  let made = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    made = await sharp(picture).jpeg({ quality, progressive: true }).toBuffer();
    if (made.length <= MOST_BYTES) break;
  }
  return made;
}
