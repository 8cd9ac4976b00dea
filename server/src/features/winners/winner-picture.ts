import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { winnerPicture } from "@conquest/shared/contracts/media/winner-picture";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { takaOf } from "../../platform/text/message-values";
import { translate } from "../../platform/text/translate";
import { svgPath } from "../../platform/typesetting/glyph-outlines";
import { fitLines, oneLine, fitLinesTruncated, type Line } from "../../platform/typesetting/fit-lines";
import { readParagraph, type Paragraph, toPrintable } from "../../platform/typesetting/paragraph";
import { stackLines } from "../../platform/typesetting/stack-lines";
import type {} from "../../platform/http/public-response-cache";
import { sendNotFound } from "../../platform/errors";
import { sendWithEtag } from "../../platform/http/send-with-etag";

interface WinnerPictureData {
  language?: Language;
  name: string;
  contest: string;
  prize: number;
}

/** Version of the rendering: change it with the design, to invalidate cached pictures. */
const WINNER_PICTURE_VERSION = "3";

/** Size in pixels, as expected by link previews. */
export const WINNER_WIDTH = 1200;
export const WINNER_HEIGHT = 630;

const LEFT = 96;
const MEASURE = WINNER_WIDTH - 2 * LEFT;
const DEEP = "#0a3a2d";
const PAPER = "#ffffff";
const SOFT = "#c9d8d0";
const GOLD = "#f3b731";
const ON_GOLD = "#2b1f00";

/** Texts must be `printable`; they become outlines, so user input is never parsed as markup. */
export async function renderWinnerPicture({
  language = "en",
  name,
  contest,
  prize,
}: WinnerPictureData): Promise<Buffer> {
  const [site, label, won, priced] = [
    await readParagraph("Conquest"),
    await readParagraph(translate(language, message("Winner"))),
    await readParagraph(translate(language, message("won the contest"))),
    await readParagraph(translate(language, message("Prize {amount}", { amount: takaOf(prize) }))),
  ];
  const labelled = oneLine(label, "strong", 34);
  const end = LEFT + 28 + labelled.width + 64;
  const pennant = `<path fill="${GOLD}" d="M${LEFT} 150H${end}l-30 34l30 34H${LEFT}z"/>`;
  const flag = `<path fill="${GOLD}" d="M${WINNER_WIDTH - LEFT - 96} 0h96v196l-48 -48l-48 48z"/>`;
  const shapes = [
    flag,
    pennant,
    outline(labelled, LEFT + 28, 197, ON_GOLD),
    outline(oneLine(site, "strong", 34), LEFT, 108, PAPER),
    ...textOutlines(await readParagraph(name), oneLine(won, "text", 30), await readParagraph(contest)),
    ...(prize > 0 ? [outline(oneLine(priced, "strong", 34), LEFT, WINNER_HEIGHT - 48, GOLD)] : []),
  ];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${WINNER_WIDTH}" height="${WINNER_HEIGHT}"><rect width="100%" height="100%" fill="${DEEP}"/>${shapes.join("")}</svg>`;
  // Loaded lazily: sharp is native code, and a machine on which it does not run can still serve everything else.
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp(Buffer.from(drawing)).png({ palette: true, colours: 64 }).toBuffer();
}

const outline = (line: Line, x: number, y: number, fill: string) => `<path fill="${fill}" d="${svgPath(line, x, y)}"/>`;

function textOutlines(name: Paragraph, won: Line, contest: Paragraph): string[] {
  const lay = (part: number) => {
    const sized = (fitting: { largest: number; smallest: number; lines: number }) => ({
      ...fitting,
      largest: fitting.largest * part,
      smallest: fitting.smallest * part,
      measure: MEASURE,
    });
    // Two lines of the largest size would leave no room for the contest.
    const nameLines =
      fitLines(name, "strong", sized({ largest: 84, smallest: 60, lines: 1 })) ??
      fitLinesTruncated(name, "strong", sized({ largest: 60, smallest: 36, lines: 2 }));
    const contestLines = fitLinesTruncated(contest, "text", sized({ largest: 44, smallest: 32, lines: 2 }));
    const below = (lines: Line[], leading: number) =>
      lines.map((line) => ({ line, step: line.size * leading, fill: PAPER }));
    return [...below(nameLines, 1.02), { line: won, step: 62, fill: SOFT }, ...below(contestLines, 1.28)];
  };
  return stackLines(lay, { top: 244, bottom: 528, gap: 14 }).map(({ line, y, fill }) => outline(line, LEFT, y, fill));
}

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Limits how long the name of a deleted or blocked user can be read there, in seconds. */
const CACHE_CONTROL = "public, max-age=3600";

/** Serves the picture of a public contest's winner, for link previews. Requires `app.publicAnswers`. */
export function winnerPicturesRoutes(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  const cache = new LRUCache<string, Buffer>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length });
  // Rendering takes 100 ms of a core: one picture at a time, shared by concurrent requests.
  let last: Promise<unknown> = Promise.resolve();
  const pending = new Map<string, Promise<Buffer>>();

  function renderCached(tag: string, celebrated: WinnerPictureData): Promise<Buffer> {
    const cached = cache.get(tag);
    if (cached) return Promise.resolve(cached);
    const inFlight = pending.get(tag);
    if (inFlight) return inFlight;
    const rendering = last.then(() => renderWinnerPicture(celebrated));
    last = rendering.catch(() => undefined);
    pending.set(tag, rendering);
    void last.then(() => pending.delete(tag));
    return rendering.then((picture) => {
      cache.set(tag, picture);
      return picture;
    });
  }

  for (const language of config.languages)
    app.get<{ Params: { contestId: string } }>(winnerPicture(":contestId", language), async (request, reply) => {
      const { status, body } = await app.publicAnswers.ask(
        fillPath(getContestDetails.path, { id: request.params.contestId }),
        language,
      );
      const contest = status === 200 ? (body as ContestDetails) : null;
      if (!contest?.winner) return sendNotFound(request, reply);
      const celebrated = {
        language,
        name: (await toPrintable(contest.winner.name)) || translate(language, message("The winner")),
        contest: (await toPrintable(contest.name)) || translate(language, message("A contest")),
        prize: contest.prize,
      };
      const tag = createHash("sha256")
        .update(JSON.stringify([WINNER_PICTURE_VERSION, celebrated]))
        .digest("base64url")
        .slice(0, 22);
      const picture = await renderCached(tag, celebrated);
      reply.headers({
        "cache-control": CACHE_CONTROL,
        ...(contest.visibility === "unlisted" && { "x-robots-tag": "noindex" }),
      });
      return sendWithEtag(request, reply.type("image/png"), picture, `"${tag}"`);
    });
}
