import { CIRCUMSTANCES } from "../browser/slow-connection";
import type { Visit } from "../browser/measure-visit";
import type { Visits } from "../measures/first-visits";
import { goalTable } from "./goals";
import { metadataLines, type RunMetadata } from "./run-metadata";
import { paintGoals } from "./paint-goals";
import type { PaintResults } from "./paint-results";
import { withSpread } from "./spread";
import { table } from "./table";

interface Line {
  title: string;
  read: (visit: Visit) => number | undefined;
  digits?: number;
}

const LINES: Line[] = [
  { title: "first paint, ms", read: ({ firstPaint }) => firstPaint },
  { title: "largest paint, ms", read: ({ largestPaint }) => largestPaint },
  { title: "content, ms", read: ({ content }) => content },
  { title: "frame answers to a click, ms", read: ({ frameHydrated }) => frameHydrated },
  { title: "page answers to a click, ms", read: ({ hydrated }) => hydrated },
  { title: "blocking, ms", read: ({ blocking }) => blocking },
  { title: "layout shift", read: ({ shift }) => shift, digits: 3 },
  { title: "requests", read: ({ requests }) => requests },
  { title: "transferred, kB", read: ({ bytes }) => bytes / 1000, digits: 1 },
  { title: "scripts, kB", read: ({ scriptBytes }) => scriptBytes / 1000, digits: 1 },
  { title: "hydration mismatches", read: ({ mismatches }) => mismatches },
  { title: "console", read: ({ complaints }) => complaints },
];

const visitTable = (visits: Visits) =>
  table([
    ["", ...visits.keys()],
    ...LINES.map(({ title, read, digits }) => [
      title,
      ...[...visits.values()].map((ofVariant) =>
        withSpread(
          ofVariant.map(read).filter((value) => value !== undefined),
          digits,
        ),
      ),
    ]),
  ]);

const EXPLAINED = [
  "`product` is the site as it is built and served. `bundle` is the same sources as one ordinary bundle without federation, over the same API. `static` is the page of `product` saved as HTML once a newcomer's has come to rest, without scripts and with the headers that say how a browser is to treat it. `before` is the site of an earlier commit.",
  "Each figure is a median, with the quarters below and above it in brackets. A ratio is that of two visits made one after the other.",
];

export function paintReport(results: PaintResults, metadata: RunMetadata): string {
  const goals = paintGoals(results);
  const { visits, interactions, audits, remotes } = results;
  return [
    ...metadataLines(metadata, CIRCUMSTANCES),
    ...EXPLAINED,
    "## Goals",
    goalTable(goals),
    ...[...visits].flatMap(([page, ofPage]) => [`## First visit: ${page}`, visitTable(ofPage)]),
    ...(remotes ? ["## The home page with many remotes", visitTable(remotes)] : []),
    ...(interactions ? ["## Interactions", interactionTable(interactions)] : []),
    ...(audits
      ? [
          "## Lighthouse, mobile",
          ...[...audits].map(
            ([page, { lost }]) =>
              `- ${page}: ${lost.length > 0 ? `lost points on ${lost.join(", ")}` : "lost no points"}`,
          ),
        ]
      : []),
  ].join("\n\n");
}

function interactionTable(interactions: NonNullable<PaintResults["interactions"]>): string {
  const names = [...new Set([...interactions.values()].flatMap(Object.keys))];
  return table([
    ["ms", ...interactions.keys()],
    ...names.map((name) => [name, ...[...interactions.values()].map((ofVariant) => withSpread(ofVariant[name] ?? []))]),
  ]);
}
