/**
 * Draws the pictures of the demo into server/media: five covers a tag, and a dozen people. The same every time.
 * Run it with `npx tsx scripts/covers/draw-covers.ts`; CHROME_PATH names the browser that renders them.
 */
import fs from "node:fs/promises";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { TAGS } from "../../shared/contracts/tags";
import { CHARGES } from "./charges";
import { FIELDS } from "./fields";
import { PALETTES } from "./palettes";
import { person } from "./people";

const PEOPLE = 12;
const media = path.resolve(import.meta.dirname, "../../server/media");

/** Steps of 3 through ten fields meet every one of them, and neighbours of a tag look unlike each other. */
function cover(tagIndex: number, number: number): string {
  const tag = TAGS[tagIndex];
  const field = FIELDS[(tagIndex * 7 + number * 3) % FIELDS.length];
  const colours = tag && PALETTES[tag][number];
  const charge = tag && CHARGES[tag][number];
  if (!field || !colours || !charge) throw new Error(`No cover ${number} for tag ${tagIndex}.`);
  const place = `translate(${field.x} ${field.y}) scale(${field.size / 400})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">${field.draw(colours)}<g transform="${place}">${charge(colours)}</g></svg>`;
}

const shortName = (tag: string) => tag.toLowerCase().replace(/ (contests|concerts)$/, "").replaceAll(" ", "-");

async function render(page: Page, svg: string, width: number, height: number, file: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 84 });
  await devtools.detach();
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, Buffer.from(data, "base64"));
}

const browser = await chromium.launch({ executablePath: process.env["CHROME_PATH"], args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();

const index: Record<string, string[]> = {};
for (const [tagIndex, tag] of TAGS.entries()) {
  const files = CHARGES[tag].map((_, number) => `${shortName(tag)}-${number + 1}.webp`);
  for (const [number, file] of files.entries()) await render(page, cover(tagIndex, number), 1280, 720, path.join(media, "covers", file));
  index[tag] = files;
}
await fs.writeFile(path.join(media, "covers", "index.json"), `${JSON.stringify(index, null, 2)}\n`);

for (let number = 0; number < PEOPLE; number += 1) {
  await render(page, person(number), 256, 256, path.join(media, "people", `${String(number + 1).padStart(2, "0")}.webp`));
}
await browser.close();
