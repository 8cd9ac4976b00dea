/**
 * Draws the covers, demo portraits and brand images in server/media; the output is deterministic.
 * Run it with `npx tsx scripts/artwork/draw-artwork.ts`; CHROME_PATH is the path of the browser.
 */
import fs from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { TAGS } from "@conquest/shared/contracts/tags";
import { CHARGES } from "./charges";
import { FIELDS } from "./fields";
import { PALETTES } from "./palettes";
import { markIcon, previewPicture } from "./brand";
import { portrait } from "./people";

/** Number of portraits of women and of men each. */
const PORTRAITS = 24;
const media = path.resolve(import.meta.dirname, "../../server/media");

/** Steps of 3 reach all ten fields and give neighbouring covers of a tag different ones. */
function cover(tagIndex: number, number: number): string {
  const tag = TAGS[tagIndex];
  const field = FIELDS[(tagIndex * 7 + number * 3) % FIELDS.length];
  const colours = tag && PALETTES[tag][number];
  const charge = tag && CHARGES[tag][number];
  if (!field || !colours || !charge) throw new Error(`No cover ${number} for tag ${tagIndex}.`);
  const transform = `translate(${field.x} ${field.y}) scale(${field.size / 400})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">${field.draw(colours)}<g transform="${transform}">${charge(colours)}</g></svg>`;
}

const shortName = (tag: string) =>
  tag
    .toLowerCase()
    .replace(/ (contests|concerts)$/, "")
    .replaceAll(" ", "-");

async function render(page: Page, svg: string, width: number, height: number, format: "webp" | "png"): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>*{margin:0}html{background:transparent}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
  );
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await devtools.send("Page.captureScreenshot", { format, ...(format === "webp" && { quality: 84 }) });
  await devtools.detach();
  return Buffer.from(data, "base64");
}

async function save(folder: string, file: string, content: Buffer | string): Promise<void> {
  await fs.mkdir(path.join(media, folder), { recursive: true });
  await fs.writeFile(path.join(media, folder, file), content);
}

function toIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const browser = await chromium.launch({
  executablePath: process.env["CHROME_PATH"],
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();

const index: Record<string, string[]> = {};
for (const [tagIndex, tag] of TAGS.entries()) {
  const files = CHARGES[tag].map((_, number) => `${shortName(tag)}-${number + 1}.webp`);
  for (const [number, file] of files.entries())
    await save("covers", file, await render(page, cover(tagIndex, number), 1280, 720, "webp"));
  index[tag] = files;
}
await save("covers", "index.json", `${JSON.stringify(index, null, 2)}\n`);

for (const person of ["woman", "man"] as const) {
  for (let number = 0; number < PORTRAITS; number += 1) {
    const file = `${person}-${String(number + 1).padStart(2, "0")}.webp`;
    await save("people", file, await render(page, portrait(person, number), 256, 256, "webp"));
  }
}

await save("brand", "favicon.svg", `${markIcon(true)}\n`);
await save("brand", "favicon.ico", toIco(await render(page, markIcon(false), 32, 32, "png")));
await save("brand", "icon-180.png", await render(page, markIcon(true), 180, 180, "png"));
await save("brand", "icon-512.png", await render(page, markIcon(true), 512, 512, "png"));
const font = await fs.readFile(
  path.resolve(import.meta.dirname, "../../shared/styles/fonts/archivo-latin.woff2"),
  "base64",
);
await save("brand", "preview.png", await render(page, previewPicture(font), 1200, 630, "png"));
await browser.close();
