import { createRequire } from "node:module";
import type PDFDocument from "pdfkit";
import { formatTaka } from "../contests/money/taka";

type Page = InstanceType<typeof PDFDocument>;

export interface Certified {
  /** Whose it is. */
  name: string;
  contest: string;
  tag: string;
  creator: string;
  hasWon: boolean;
  /** Whole taka. */
  prize: number;
  winnerAt: Date;
  /** Of the contest's page. */
  address: string;
}

const { resolve } = createRequire(import.meta.url);
export const fontOf = (weight: "400Regular" | "700Bold") => resolve(`@expo-google-fonts/noto-sans-bengali/${weight}/NotoSansBengali_${weight}.ttf`);

const INK = "#0f211a";
const MUTED = "#4b5d54";
const DEEP = "#0a3a2d";
const FLAG = "#d83a20";
const GOLD = "#f3b731";

/** In points: A4, lying. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 72;
const MEASURE = WIDTH - 2 * MARGIN;

/**
 * What the fonts of certificates have of a text, which is Latin and Bangla: signs that they have not (pictographs, say) are left
 * out. Null where that would be letters.
 */
export async function printable(text: string): Promise<string | null> {
  const letters = await (has ??= readLetters());
  const kept = [...text.normalize("NFC").replace(/\s/g, " ")].filter((character) => letters.has(character.codePointAt(0)!) || /\p{L}/u.test(character));
  if (kept.some((character) => !letters.has(character.codePointAt(0)!))) return null;
  return kept.join("").replace(/ +/g, " ").trim();
}

let has: Promise<ReadonlySet<number>> | undefined;
async function readLetters(): Promise<ReadonlySet<number>> {
  const { open } = await import("fontkit");
  const font = await open(fontOf("400Regular"));
  return new Set("characterSet" in font ? font.characterSet : []);
}

/** Draws a certificate, of texts that are {@link printable}. */
export async function drawCertificate(certified: Certified): Promise<Buffer> {
  const { default: Page } = await import("pdfkit");
  const { name, contest, tag, creator, hasWon, prize, winnerAt, address } = certified;
  const document = new Page({
    size: "A4",
    layout: "landscape",
    margin: 0,
    lang: "en",
    displayTitle: true,
    info: { Title: `Certificate: ${contest}`, Author: "Conquest", Subject: hasWon ? "Winner" : "Participant", CreationDate: winnerAt, ModDate: winnerAt },
  });
  const pieces: Buffer[] = [];
  const isDone = new Promise<Buffer>((done, fail) => {
    document.on("data", (piece: Buffer) => pieces.push(piece));
    document.on("end", () => done(Buffer.concat(pieces)));
    document.on("error", fail);
  });
  document.registerFont("text", fontOf("400Regular"));
  document.registerFont("strong", fontOf("700Bold"));

  document.rect(0, 0, WIDTH, HEIGHT).fill("#ffffff");
  document.rect(0, 0, WIDTH, 12).fill(DEEP);
  document.rect(0, HEIGHT - 12, WIDTH, 12).fill(DEEP);
  drawPennant(document, hasWon ? GOLD : FLAG);

  line(document, "strong", 20, DEEP, "Conquest", 64);
  line(document, "strong", 40, INK, hasWon ? "Certificate of Winning" : "Certificate of Participation", 118);
  line(document, "text", 15, MUTED, hasWon ? "goes to" : "goes to, with thanks for the entry,", 180);
  fitted(document, "strong", { largest: 36, smallest: 16, lines: 2 }, INK, name, 208);
  line(document, "text", 15, MUTED, hasWon ? "who won the contest" : "who took part in the contest", document.y + 16);
  fitted(document, "strong", { largest: 24, smallest: 12, lines: 3 }, INK, contest, document.y + 6);
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "Asia/Dhaka" }).format(winnerAt);
  const facts = [tag, ...(hasWon && prize > 0 ? [`Prize ${formatTaka(prize)}`] : []), `Decided on ${day}`, ...(creator ? [`By ${creator}`] : [])];
  fitted(document, "text", { largest: 14, smallest: 10, lines: 2 }, MUTED, facts.join("  ·  "), document.y + 28);
  document.font("text").fontSize(10).fillColor(MUTED);
  document.text(address, MARGIN, 520, { width: MEASURE, align: "center", link: address, lineBreak: false });
  document.end();
  return isDone;
}

/** At the left edge, as it flies on the site. */
function drawPennant(document: Page, colour: string): void {
  document.path("M 72 12 h 44 v 110 l -22 -22 l -22 22 z").fill(colour);
}

function line(document: Page, font: "text" | "strong", size: number, colour: string, text: string, top: number): void {
  document.font(font).fontSize(size).fillColor(colour).text(text, MARGIN, top, { width: MEASURE, align: "center" });
}

interface Fitting {
  /** Sizes in points. */
  largest: number;
  smallest: number;
  /** No more than fit between what stands above and below, at the largest size. */
  lines: number;
}

/** As large as it may be in so much room; what is too long even at the smallest size ends in an ellipsis. */
function fitted(document: Page, font: "text" | "strong", { largest, smallest, lines }: Fitting, colour: string, text: string, top: number): void {
  const room = largest * 1.45 * (lines - 0.6);
  let size = largest;
  document.font(font);
  while (size > smallest && document.fontSize(size).heightOfString(text, { width: MEASURE, align: "center" }) > room) size -= 1;
  document.fillColor(colour).text(text, MARGIN, top, { width: MEASURE, align: "center", height: room, ellipsis: true });
}
