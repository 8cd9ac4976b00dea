import { Readable } from "node:stream";
import { createHash } from "node:crypto";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import { drawPdf, type PdfPage } from "../../platform/typesetting/draw-pdf";
import { fitLines, oneLine, fitLinesTruncated, type Line } from "../../platform/typesetting/fit-lines";
import { isolate, readParagraph, toPrintable } from "../../platform/typesetting/paragraph";
import { stackLines, type StackedLine } from "../../platform/typesetting/stack-lines";
import { takaOf } from "../../platform/text/message-values";
import { formatLongDay, translate } from "../../platform/text/translate";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { FileToSend } from "../../platform/http/file-to-send";
import type { Caller } from "../../platform/sessions/session";
import type { TeamOfEntry } from "./domain/public-winners";
import { winnersRepository } from "./winners-repository";

interface CertificateData {
  name: string;
  /** The team of the entry with the names of its members; null for one person. */
  team: { name: string; members: readonly string[] } | null;
  contest: string;
  tag: string;
  creator: string;
  hasWon: boolean;
  /** "" for the first prize. */
  prizeName: string;
  prize: number;
  winnerAt: Date;
  address: string;
  language: Language;
  /** The participant's; UTC if it is unknown. */
  timeZone: string | null;
}

const INK = "#0f211a";
const MUTED = "#4b5d54";
const DEEP = "#0a3a2d";
const FLAG = "#d83a20";
const GOLD = "#f3b731";

/** A4 landscape, in points. */
const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 72;
const ADDRESS_BASELINE = 531;
const MEASURE = WIDTH - 2 * MARGIN;

/** Renders a certificate as PDF. Its texts must come from `toPrintable`. */
export function renderCertificate(certified: CertificateData): Promise<Buffer> {
  const { contest, hasWon, winnerAt, address, language } = certified;
  return drawPdf(
    {
      layout: "landscape",
      language,
      title: translate(language, message("Certificate: {contest}", { contest })),
      subject: translate(language, hasWon ? message("Winner") : message("Participant")),
      at: winnerAt,
    },
    async (page, glyphs) => {
      page.rect(0, 0, WIDTH, HEIGHT).fill("#ffffff");
      page.rect(0, 0, WIDTH, 12).fill(DEEP);
      page.rect(0, HEIGHT - 12, WIDTH, 12).fill(DEEP);
      drawPennant(page, hasWon ? GOLD : FLAG);
      const centred = ({ line, y, colour }: { line: Line; y: number; colour: string }) =>
        glyphs.write(line, MARGIN + (MEASURE - line.width) / 2, y, colour);
      (await layOutLines(certified)).forEach(centred);
      const link = oneLine(await readParagraph(address), "text", 10);
      centred({ line: link, y: ADDRESS_BASELINE, colour: MUTED });
      page.link(MARGIN + (MEASURE - link.width) / 2, ADDRESS_BASELINE - 11, link.width, 14, address);
    },
  );
}

interface PlacedLine extends StackedLine {
  colour: string;
}

/** Ascent and descent, including leading, as fractions of the font size. */
const ASCENT = 1.069;
const DESCENT = 0.293;

async function layOutLines({
  name,
  team,
  contest,
  tag,
  creator,
  hasWon,
  prizeName,
  prize,
  winnerAt,
  language,
  timeZone,
}: CertificateData): Promise<(PlacedLine & { y: number })[]> {
  const facts = [
    message(tag),
    ...(hasWon && prize > 0 ? [message("Prize {amount}", { amount: takaOf(prize) })] : []),
    // Names the time zone, since the site's pages show the day in the reader's.
    message("Awarded on {day}", { day: formatLongDay(winnerAt, language, timeZone) }),
    ...(creator ? [message("By {creator}", { creator: isolate(creator) })] : []),
  ];
  const [site, title, goesTo, nameText, who, contestText, factsText, teamText] = await Promise.all(
    [
      "Conquest",
      hasWon ? message("Certificate of Achievement") : message("Certificate of Participation"),
      message("Presented to"),
      name,
      prizeName
        ? message("for winning “{prize}” in", { prize: isolate(prizeName) })
        : hasWon
          ? message("for winning")
          : message("for taking part in"),
      contest,
      facts.map((fact) => isolate(translate(language, fact))).join("  ·  "),
      team === null
        ? ""
        : message("of the team “{team}”: {members}", {
            team: isolate(team.name),
            members: team.members.map(isolate).join(", "),
          }),
    ].map((text) => readParagraph(translate(language, text))),
  );
  return stackLines(
    (part) => {
      const sized = (largest: number, smallest: number, lines: number) => ({
        largest: largest * part,
        smallest: smallest * part,
        lines,
        measure: MEASURE,
        step: part,
      });
      const blocks: { lines: Line[]; before: number; colour: string }[] = [
        { lines: [oneLine(site!, "strong", 20)], before: 0, colour: DEEP },
        { lines: [oneLine(title!, "strong", 40)], before: 27, colour: INK },
        { lines: [oneLine(goesTo!, "text", 15)], before: 8, colour: MUTED },
        {
          lines:
            fitLines(nameText!, "strong", sized(36, 26, 1)) ?? fitLinesTruncated(nameText!, "strong", sized(26, 16, 2)),
          before: 8,
          colour: INK,
        },
        ...(team === null
          ? []
          : [
              {
                lines:
                  fitLines(teamText!, "text", sized(15, 13, 2)) ??
                  fitLinesTruncated(teamText!, "text", sized(13, 9, 4)),
                before: 8,
                colour: MUTED,
              },
            ]),
        {
          lines: fitLines(who!, "text", sized(15, 15, 1)) ?? fitLinesTruncated(who!, "text", sized(15, 11, 2)),
          before: 16,
          colour: MUTED,
        },
        {
          lines:
            fitLines(contestText!, "strong", sized(24, 20, 2)) ??
            fitLinesTruncated(contestText!, "strong", sized(20, 12, 3)),
          before: 6,
          colour: INK,
        },
        {
          lines:
            fitLines(factsText!, "text", sized(14, 12, 1)) ?? fitLinesTruncated(factsText!, "text", sized(12, 10, 2)),
          before: 28,
          colour: MUTED,
        },
      ];
      let size = 0;
      return blocks.flatMap(({ lines, before, colour }) =>
        lines.map((line, index) => {
          const step = DESCENT * size + ASCENT * line.size + (index === 0 ? before : 0);
          ({ size } = line);
          return { line, step, colour };
        }),
      );
    },
    { top: 64, bottom: 508, gap: 4 },
  );
}

function drawPennant(page: PdfPage, colour: string): void {
  page.path("M 72 12 h 44 v 110 l -22 -22 l -22 22 z").fill(colour);
}

/** Leaves out names that can't be printed, and those of blocked and deleted users. */
async function printableTeam(team: TeamOfEntry | null, language: Language): Promise<CertificateData["team"]> {
  if (!team) return null;
  const names = team.members.map(({ name, status, removedAt }) =>
    status === "verified" && removedAt === null ? toPrintable(name) : "",
  );
  return {
    name: (await toPrintable(team.isHidden ? "" : team.name)) || translate(language, message("Unnamed team")),
    members: (await Promise.all(names)).filter(Boolean),
  };
}

export const readCertificate = async (
  { db, config }: Pick<Deps, "db" | "config">,
  contestId: string,
  caller: Caller,
  language: Language,
) => {
  const certified = orNotFound(
    await winnersRepository(db).findCertificateData(contestId, caller.id),
    message(
      "You don't have a certificate for this contest. Everyone who submitted an entry gets one when the winner is announced.",
    ),
  );
  const { winnerAt, placement, tag, timeZone } = certified;
  const hasWon = certified.hasWon || placement !== null;
  const prize = placement ? placement.prize : certified.prize;
  const prizeName = placement ? await toPrintable(placement.prizeName) : "";
  const name = await toPrintable(certified.name);
  if (!name)
    throwConflict(
      "name_not_printable",
      message("We can't print your name in this script yet. Change it in your profile and try again."),
    );
  const contest = (await toPrintable(certified.contest)) || translate(language, message("A contest"));
  const { status, removedAt } = certified.creator;
  // Certificates omit a blocked or deleted creator instead of showing a placeholder.
  const creator = status === "verified" && !removedAt ? await toPrintable(certified.creator.name) : "";
  const team = await printableTeam(certified.team, language);
  const address = config.publicUrl + withLanguage(`/contest-details/${contestId}`, language);
  const content = {
    name,
    team,
    contest,
    creator,
    tag,
    hasWon,
    prizeName,
    prize,
    winnerAt: winnerAt!,
    address,
    language,
    timeZone,
  };
  return new FileToSend({
    open: async () => Readable.from(await renderCertificate(content)),
    contentType: "application/pdf",
    tag: createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22),
    name: `${translate(language, message("Certificate {contest}", { contest }))}.pdf`.replace(/[/\\\p{Cc}]/gu, "_"),
    within: "same-origin",
  });
};
