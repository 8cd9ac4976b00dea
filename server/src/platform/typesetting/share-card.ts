import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { SHARE_PICTURE } from "@conquest/shared/contracts/media/pictures";
import { createFairSemaphore } from "../concurrency/fair-semaphore";
import { sendWithEtag } from "../http/send-with-etag";
import { sharedHeaders } from "../http/shared-caches";
import { svgPath } from "./glyph-outlines";
import { fitLines, oneLine, fitLinesTruncated, type Line } from "./fit-lines";
import { readParagraph, type Paragraph } from "./paragraph";
import { stackLines } from "./stack-lines";

/** Texts must come from `toPrintable`; they become outlines, so user input is never parsed as markup. */
export interface ShareCard {
  label: string;
  headline: string;
  /** Between headline and detail. */
  link?: string;
  detail?: string | undefined;
  footer?: string | undefined;
}

/** Version of the rendering: change it with the design, to invalidate cached pictures. */
const SHARE_CARD_VERSION = "4";

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE;
const LEFT = 96;
const MEASURE = WIDTH - 2 * LEFT;
const DEEP = "#0a3a2d";
const PAPER = "#ffffff";
const SOFT = "#c9d8d0";
const GOLD = "#f3b731";
const ON_GOLD = "#2b1f00";

/** Draws a PNG in the size of a link preview. */
export async function renderShareCard({ label, headline, link, detail, footer }: ShareCard): Promise<Buffer> {
  const readOptional = async (text: string | undefined) => (text === undefined ? null : readParagraph(text));
  const [site, labelText, linkText, detailText, footerText] = [
    await readParagraph("Conquest"),
    await readParagraph(label),
    await readOptional(link),
    await readOptional(detail),
    await readOptional(footer),
  ];
  const labelled = oneLine(labelText, "strong", 34);
  const end = LEFT + 28 + labelled.width + 64;
  const pennant = `<path fill="${GOLD}" d="M${LEFT} 150H${end}l-30 34l30 34H${LEFT}z"/>`;
  const flag = `<path fill="${GOLD}" d="M${WIDTH - LEFT - 96} 0h96v196l-48 -48l-48 48z"/>`;
  const shapes = [
    flag,
    pennant,
    outline(labelled, LEFT + 28, 197, ON_GOLD),
    outline(oneLine(site, "strong", 34), LEFT, 108, PAPER),
    ...textOutlines(await readParagraph(headline), linkText && oneLine(linkText, "text", 30), detailText),
    ...(footerText ? [outline(oneLine(footerText, "strong", 34), LEFT, HEIGHT - 48, GOLD)] : []),
  ];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${DEEP}"/>${shapes.join("")}</svg>`;
  // Loaded lazily: sharp is native code, and a machine on which it does not run can still serve everything else.
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp(Buffer.from(drawing)).png({ palette: true, colours: 64 }).toBuffer();
}

const outline = (line: Line, x: number, y: number, fill: string) => `<path fill="${fill}" d="${svgPath(line, x, y)}"/>`;

function textOutlines(headline: Paragraph, link: Line | null, detail: Paragraph | null): string[] {
  const lay = (part: number) => {
    const sized = (fitting: { largest: number; smallest: number; lines: number }) => ({
      ...fitting,
      largest: fitting.largest * part,
      smallest: fitting.smallest * part,
      measure: MEASURE,
    });
    // Two lines of the largest size would leave no room for the detail.
    const headlines =
      fitLines(headline, "strong", sized({ largest: 84, smallest: 60, lines: 1 })) ??
      fitLinesTruncated(headline, "strong", sized({ largest: 60, smallest: 36, lines: 2 }));
    const details = detail && fitLinesTruncated(detail, "text", sized({ largest: 44, smallest: 32, lines: 2 }));
    const below = (lines: Line[], leading: number) =>
      lines.map((line) => ({ line, step: line.size * leading, fill: PAPER }));
    return [
      ...below(headlines, 1.02),
      ...(link ? [{ line: link, step: 62, fill: SOFT }] : []),
      ...(details ? below(details, 1.28) : []),
    ];
  };
  return stackLines(lay, { top: 244, bottom: 528, gap: 14 }).map(({ line, y, fill }) => outline(line, LEFT, y, fill));
}

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Limits how long the name of a deleted or blocked user can be read there, in seconds. */
const CACHE_CONTROL = "public, max-age=3600";

/** Returns a function that sends cards. Drawing takes 100 ms of a core: one at a time, shared by concurrent requests. */
export function shareCardSender() {
  const runExclusive = createFairSemaphore(1);
  const cache = new LRUCache<string, Buffer, ShareCard>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => runExclusive(() => renderShareCard(context)),
  });
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { card, isIndexed }: { card: ShareCard; isIndexed: boolean },
  ) => {
    const key = createHash("sha256")
      .update(JSON.stringify([SHARE_CARD_VERSION, card]))
      .digest("base64url")
      .slice(0, 22);
    const picture = (await cache.fetch(key, { context: card }))!;
    reply.headers({ ...sharedHeaders(request, CACHE_CONTROL), ...(!isIndexed && { "x-robots-tag": "noindex" }) });
    return sendWithEtag(request, reply.type("image/png"), picture, `"${key}"`);
  };
}
