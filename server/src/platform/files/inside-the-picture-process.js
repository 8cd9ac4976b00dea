// Runs in a process of its own with limits, see make-pictures.ts: reads one picture from its standard input, draws it anew and
// writes what came of it: a line of JSON, and after it the pictures in the order in which that line names them.
import sharp from "sharp";

const { widths, mostPixels } = JSON.parse(process.argv[2]);

/** What is decoded, and by nothing else: a picture that pretends to be another kind is none. */
const FORMATS = new Set(["jpeg", "png", "webp", "heif", "gif"]);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Heif", "Nsgif"].map((kind) => `VipsForeignLoad${kind}`) });
sharp.concurrency(1);
sharp.cache(false);

/** The longest edge that WebP can have. */
const LONGEST_EDGE = 16_383;

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const original = Buffer.concat(chunks);
// Upright and in the colours of screens: with that, what says so can go, and so does everything else that is no picture.
const decoded = () => sharp(original, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient().toColourspace("srgb");

async function draw() {
  const { format, pages = 1 } = await sharp(original, { limitInputPixels: mostPixels, failOn: "error" }).metadata();
  if (!FORMATS.has(format)) return { problem: "unreadable" };
  if (pages > 1) return { problem: "moving" };
  const full = await decoded()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 90, effort: 3, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = full.info;
  const made = [{ name: "full.webp", content: full.data }];
  const smaller = widths.filter((each) => each < width);
  if (smaller.length > 0) {
    // The large one is decoded once more at most, and the others are made of it.
    const { data, info } = await decoded().resize({ width: Math.max(...smaller) }).raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    for (const each of smaller) {
      const picture = sharp(data, { raw }).resize({ width: each });
      made.push({ name: `${each}.avif`, content: await picture.clone().avif({ quality: 50, effort: 2 }).toBuffer() });
      made.push({ name: `${each}.webp`, content: await picture.clone().webp({ quality: 75 }).toBuffer() });
    }
  }
  return { width, height, widths: smaller, made };
}

function say({ made = [], ...rest }) {
  process.stdout.write(`${JSON.stringify({ ...rest, parts: made.map(({ name, content }) => ({ name, bytes: content.length })) })}\n`);
  for (const { content } of made) process.stdout.write(content);
}

try {
  say(await draw());
} catch (error) {
  say({ problem: /pixel limit/i.test(String(error)) ? "too_many_pixels" : "unreadable" });
}
