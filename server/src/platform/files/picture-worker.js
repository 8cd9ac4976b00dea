// Runs in a limited process (see make-pictures.ts): reads a picture, and writes a line of JSON and the results.
import sharp from "sharp";

const { widths, longest, mostPixels } = JSON.parse(process.argv[2]);

/** Only these decoders are enabled: a picture in any other format is rejected. */
const FORMATS = new Set(["jpeg", "png", "webp", "heif", "gif"]);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((kind) => `VipsForeignLoad${kind}`) });
sharp.concurrency(1);
sharp.cache(false);

const MAX_WEBP_EDGE = 16_383;

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const original = Buffer.concat(chunks);
const open = () => sharp(original, { limitInputPixels: mostPixels, failOn: "error" });
// Applies the orientation and converts to sRGB; then the metadata that describes them can be dropped too.
const decoded = () => open().autoOrient().toColourspace("srgb");
const shortened = () =>
  longest ? decoded().resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true }) : decoded();

const [PNG, MOVING_AVIF] = ["\x89PNG\r\n\x1a\n", "ftypavis"];

/** The decoders of PNG and AVIF report only the first frame. A PNG declares further frames before its image data. */
function hasMoreFrames(picture) {
  if (picture.toString("latin1", 4, 12) === MOVING_AVIF) return true;
  if (picture.toString("latin1", 0, 8) !== PNG) return false;
  for (let at = 8; at + 8 <= picture.length; at += 12 + picture.readUInt32BE(at)) {
    const kind = picture.toString("latin1", at + 4, at + 8);
    if (kind === "acTL" || kind === "IDAT") return kind === "acTL";
  }
  return false;
}

async function reencode() {
  if (hasMoreFrames(original)) return { problem: "moving" };
  const { format, hasAlpha, pages = 1 } = await open().metadata();
  if (!FORMATS.has(format)) return { problem: "unreadable" };
  if (pages > 1) return { problem: "moving" };
  // Lossless and transparent pictures stay lossless: WebP takes ten times as long for the largest, and fails for some.
  const isExact = hasAlpha || format === "png" || format === "gif";
  const whole = await (
    isExact ? shortened().png() : shortened().jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
  ).toBuffer({ resolveWithObject: true });
  const { width, height } = whole.info;
  const made = [{ name: isExact ? "whole.png" : "whole.jpg", content: whole.data }];
  const smaller = widths.filter((each) => each < width && (height * each) / width <= MAX_WEBP_EDGE);
  if (smaller.length > 0) {
    const { data, info } = await decoded()
      .resize({ width: Math.max(...smaller) })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    for (const each of smaller) {
      const picture = sharp(data, { raw }).resize({ width: each });
      made.push({ name: `${each}.avif`, content: await picture.clone().avif({ quality: 50, effort: 2 }).toBuffer() });
      made.push({ name: `${each}.webp`, content: await picture.clone().webp({ quality: 75 }).toBuffer() });
    }
  }
  return { width, height, widths: smaller, made };
}

function writeResult({ made = [], ...rest }) {
  process.stdout.write(
    `${JSON.stringify({ ...rest, parts: made.map(({ name, content }) => ({ name, bytes: content.length })) })}\n`,
  );
  for (const { content } of made) process.stdout.write(content);
}

try {
  writeResult(await reencode());
} catch (error) {
  writeResult({ problem: /pixel limit/i.test(String(error)) ? "too_many_pixels" : "unreadable" });
}
