import type PDFDocument from "pdfkit";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { PdfGlyphs } from "./pdf-glyphs";

export type PdfPage = InstanceType<typeof PDFDocument>;

interface PdfOptions {
  layout: "portrait" | "landscape";
  language: Language;
  title: string;
  subject: string;
  /** Stored as the time of creation, so that equal contents give equal files. */
  at: Date;
}

/** Returns a PDF with one A4 page. */
export async function drawPdf(
  { layout, language, title, subject, at }: PdfOptions,
  draw: (page: PdfPage, glyphs: PdfGlyphs) => Promise<void>,
): Promise<Buffer> {
  const { default: Page } = await import("pdfkit");
  const page = new Page({
    size: "A4",
    layout,
    margin: 0,
    // Disables the default font, which reads a file and has only Latin glyphs.
    font: "",
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: "Conquest", Subject: subject, CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  const isDone = new Promise<Buffer>((done, fail) => {
    page.on("data", (chunk: Buffer) => chunks.push(chunk));
    page.on("end", () => done(Buffer.concat(chunks)));
    page.on("error", fail);
  });
  const glyphs = new PdfGlyphs(page);
  await draw(page, glyphs);
  glyphs.end();
  page.end();
  return isDone;
}
