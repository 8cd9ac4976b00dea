import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import type { Receipt } from "@conquest/shared/contracts/payments";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import { refundRule } from "@conquest/shared/contracts/text/refund-rule";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import type { Deps } from "../../platform/deps";
import { FileToSend } from "../../platform/http/file-to-send";
import { formatTaka } from "../../platform/text/format";
import { dateOf, sentences, takaOf } from "../../platform/text/message-values";
import { formatInstant, translate } from "../../platform/text/translate";
import { drawPdf, type PdfPage } from "../../platform/typesetting/draw-pdf";
import { fitLinesTruncated, type Line } from "../../platform/typesetting/fit-lines";
import type { Weight } from "../../platform/typesetting/load-font";
import { isolate, readParagraph, toPrintable } from "../../platform/typesetting/paragraph";
import type { PdfGlyphs } from "../../platform/typesetting/pdf-glyphs";
import type { readReceipt } from "./read-receipt";

const INK = "#0f211a";
const MUTED = "#4b5d54";
const DEEP = "#0a3a2d";
const FLAG = "#d83a20";
const HAIRLINE = "#d8dfda";

/** A4 portrait, in points. Everything is above 740, so that a printer can also use US Letter. */
const WIDTH = 595.28;
const HEIGHT = 841.89;
const MARGIN = 64;
const MEASURE = WIDTH - 2 * MARGIN;
const AMOUNT_WIDTH = 110;
const LABEL_WIDTH = 130;
const LINE_HEIGHT = 1.45;
const GAP = 3;

interface Reader {
  zone: string;
  language: Language;
}

interface ReceiptContent extends Required<Receipt>, Reader {
  address: string;
}

/** A text in one of the page's columns; long ones are truncated. */
interface Block {
  text: Text;
  x?: number;
  measure?: number;
  size?: number;
  weight?: Weight;
  colour?: string;
  lines?: number;
  isRight?: boolean;
}

/** Writes blocks from top to bottom, and keeps tall scripts apart. */
class Column {
  constructor(
    private readonly reader: Reader,
    private readonly page: PdfPage,
    private readonly glyphs: PdfGlyphs,
    /** Lowest point of what is already drawn. */
    private y: number,
  ) {}

  /** Writes blocks beside each other, with their first lines on one baseline. */
  async row(...blocks: Block[]): Promise<void> {
    const laid = await Promise.all(blocks.map((block) => layOut(block, this.reader)));
    const baseline =
      this.y + Math.max(...laid.map(({ lines: [first] }) => (first ? Math.max(first.size, first.above) : 0)));
    this.y = Math.max(...laid.map((block) => this.write(block, baseline)));
  }

  space(points: number): void {
    this.y += points;
  }

  rule(): void {
    this.page
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + MEASURE, this.y)
      .lineWidth(0.75)
      .stroke(HAIRLINE);
  }

  private write({ lines, x, measure, colour, isRight }: Laid, firstBaseline: number): number {
    let baseline = firstBaseline;
    let lowest = baseline;
    for (const [index, line] of lines.entries()) {
      if (index > 0) baseline = Math.max(baseline + line.size * LINE_HEIGHT, lowest + GAP + line.above);
      this.glyphs.write(line, isRight ? x + measure - line.width : x, baseline, colour);
      lowest = baseline + Math.max(line.below, line.size * 0.3);
    }
    return lowest;
  }
}

interface Laid extends Required<Pick<Block, "x" | "measure" | "colour" | "isRight">> {
  lines: Line[];
}

async function layOut(
  {
    text,
    x = MARGIN,
    measure = MEASURE,
    size = 10.5,
    weight = "text",
    colour = INK,
    lines = 1,
    isRight = false,
  }: Block,
  { language, zone }: Reader,
): Promise<Laid> {
  const fitting = { largest: size, smallest: size, lines, measure };
  const paragraph = await readParagraph(translate(language, text, zone));
  return { lines: fitLinesTruncated(paragraph, weight, fitting), x, measure, colour, isRight };
}

/** Renders a receipt on one page. Its names must come from `toPrintable`. */
export const renderReceipt = (content: ReceiptContent): Promise<Buffer> =>
  drawPdf(
    {
      layout: "portrait",
      language: content.language,
      title: translate(content.language, message("Receipt no. {number}", { number: String(content.number) })),
      subject: content.contest.name,
      at: new Date(content.refund?.at ?? content.paidAt),
    },
    async (page, glyphs) => {
      page.rect(0, 0, WIDTH, HEIGHT).fill("#ffffff");
      page.rect(0, 0, WIDTH, 10).fill(DEEP);
      await writeHead(page, glyphs, content);
      const column = new Column(content, page, glyphs, 118);
      await writeFacts(column, content);
      await writeAmounts(column, content);
      await writeTerms(column, content);
      await writeAddress(page, glyphs, content);
    },
  );

async function writeHead(page: PdfPage, glyphs: PdfGlyphs, reader: Reader): Promise<void> {
  const [title, site] = [
    await layOut({ text: message("Receipt"), size: 26, weight: "strong" }, reader),
    await layOut({ text: "Conquest", size: 15, weight: "strong", colour: DEEP }, reader),
  ];
  glyphs.write(title.lines[0]!, MARGIN, 84, INK);
  const siteLine = site.lines[0]!;
  const siteX = MARGIN + MEASURE - siteLine.width;
  glyphs.write(siteLine, siteX, 82, DEEP);
  drawMark(page, siteX - 36, 62);
}

/** The logo, see `Mark` in shared/ui/picture/logo.tsx. */
function drawMark(page: PdfPage, x: number, y: number): void {
  page.save().translate(x, y).scale(0.6);
  page.path("M24 4a20 20 0 1 0 15.5 32.6l-6.2-5a12 12 0 1 1 0-15.2l6.2-5A20 20 0 0 0 24 4z").fill(DEEP);
  page.path("M19.5 16 47 24l-27.5 8z").fill(FLAG);
  page.restore();
}

async function writeFacts(column: Column, content: ReceiptContent): Promise<void> {
  const { number, paidAt, last4, refund, payer, contest, creator, language, zone } = content;
  const rows: [label: Text, ...values: Text[]][] = [
    [message("Receipt number"), String(number)],
    [message("Date paid"), formatInstant(new Date(paidAt), language, zone)],
    [message("Paid with"), message("Test card ending in {last4}", { last4 })],
    [
      message("Status"),
      refund ? message("Refunded on {date}", { date: dateOf(new Date(refund.at)) }) : message("Paid"),
    ],
    [message("Paid by"), ...[payer.name, payer.email ?? ""].filter(Boolean)],
    [message("Contest"), contest.name],
    [message("Creator"), creator.name],
  ];
  for (const [label, ...values] of rows) {
    for (const [index, text] of values.entries()) {
      const value = { text, x: MARGIN + LABEL_WIDTH, measure: MEASURE - LABEL_WIDTH, lines: 2 };
      await column.row(...(index === 0 ? [{ text: label, colour: MUTED, measure: LABEL_WIDTH }] : []), value);
      column.space(5);
    }
    column.space(3);
  }
}

async function writeAmounts(column: Column, content: ReceiptContent): Promise<void> {
  const { amount, refund, contest, paidAt, language } = content;
  const paid = formatTaka(amount, language);
  const paidOn = message("{amount} paid on {date}", { amount: takaOf(amount), date: dateOf(new Date(paidAt)) });
  column.space(18);
  await column.row({ text: paidOn, size: 17, weight: "strong" });
  column.space(18);
  const right = { isRight: true, x: MARGIN + MEASURE - AMOUNT_WIDTH, measure: AMOUNT_WIDTH };
  const left = { measure: MEASURE - AMOUNT_WIDTH - 12 };
  const line = async (label: Block, value: Block) => {
    await column.row({ ...left, ...label }, { ...right, ...value });
    column.space(9);
  };
  await line(
    { text: message("Description"), colour: MUTED, size: 9 },
    { text: message("Amount"), colour: MUTED, size: 9 },
  );
  column.rule();
  column.space(11);
  await line({ text: message("Entry fee"), weight: "strong" }, { text: paid });
  column.space(-5);
  await column.row({ ...left, text: contest.name, colour: MUTED, lines: 2 });
  column.space(11);
  column.rule();
  column.space(11);
  await line({ text: message("Total paid"), weight: "strong" }, { text: paid, weight: "strong" });
  if (!refund) return;
  const refunded = message("Refund no. {number} on {date}", {
    number: String(refund.number),
    date: dateOf(new Date(refund.at)),
  });
  await line({ text: refunded, lines: 2 }, { text: `−${formatTaka(refund.amount, language)}` });
  column.rule();
  column.space(11);
  await line(
    { text: message("Total after refund"), weight: "strong" },
    { text: formatTaka(amount - refund.amount, language), weight: "strong" },
  );
}

async function writeTerms(column: Column, { refundAt, zone, language }: ReceiptContent): Promise<void> {
  column.space(22);
  await column.row({ text: message("Refunds"), weight: "strong", size: 9.5 });
  const [day = ""] = formatInstant(new Date(refundAt), language, zone).split(",");
  for (const text of refundRule(day, (rule, values) => translate(language, message(rule, values)))) {
    column.space(5);
    await column.row({ text, colour: MUTED, size: 9.5, lines: 2 });
  }
  column.space(10);
  const simulated = sentences(message(SIMULATED), message("No money was charged."));
  await column.row({ text: simulated, colour: MUTED, size: 9.5, lines: 2 });
}

const ADDRESS_BASELINE = 732;

async function writeAddress(page: PdfPage, glyphs: PdfGlyphs, content: ReceiptContent): Promise<void> {
  const { address } = content;
  const { lines } = await layOut({ text: address, size: 9, colour: MUTED }, content);
  glyphs.write(lines[0]!, MARGIN, ADDRESS_BASELINE, MUTED);
  page.link(MARGIN, ADDRESS_BASELINE - 10, lines[0]!.width, 13, address);
}

const printableOr = async (text: string, fallback: string) => isolate((await toPrintable(text)) || fallback);

/** Names without letters that any font has are replaced, since a receipt must not fail because of them. */
export async function createReceiptPdf(
  { publicUrl }: Pick<Deps["config"], "publicUrl">,
  receipt: Awaited<ReturnType<typeof readReceipt>>,
  { zone = "UTC", language }: { zone?: string | undefined; language: Language },
): Promise<FileToSend> {
  const { payer, contest, creator } = receipt;
  const nameOr = async (name: Text, fallback: Text) =>
    printableOr(translate(language, name), translate(language, fallback));
  const content: ReceiptContent = {
    ...receipt,
    zone,
    language,
    address: publicUrl + withLanguage(`/dashboard/payments/${receipt.number}`, language),
    payer: { ...payer, name: await nameOr(payer.name, message("Unnamed user")) },
    contest: { ...contest, name: await nameOr(contest.name, message("A contest")) },
    creator: { name: await nameOr(creator.name, message("Unnamed creator")) },
  };
  return new FileToSend({
    open: async () => Readable.from(await renderReceipt(content)),
    contentType: "application/pdf",
    tag: createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22),
    name: `${translate(language, message("Conquest receipt {number}", { number: String(receipt.number) }))}.pdf`,
    within: "same-origin",
  });
}
