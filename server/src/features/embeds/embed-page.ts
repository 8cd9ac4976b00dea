import { createHash } from "node:crypto";
import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { hasResizedVersions, type PICTURE_WIDTHS } from "@conquest/shared/contracts/media/pictures";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { SITE_NAME } from "@conquest/shared/contracts/parts/page-head";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { escapeHtml, formatTaka } from "../../platform/text/format";
import { formatInstant, translate } from "../../platform/text/translate";

/** Colors of shared/styles/tokens.css. No round corners: browsers paint a frame opaque if its color scheme differs. */
const STYLE = `
:root { color-scheme: light dark; --canvas: #ffffff; --ink: #0f211a; --muted: #4b5d54; --line: #d8dfda; --brand: #0b5f47; --on-brand: #ffffff; --soft: #dcede4; --soft-ink: #084b38; --gold: #745000; }
@media (prefers-color-scheme: dark) { :root { --canvas: #121e19; --ink: #e8f0ec; --muted: #a5b8ae; --line: #263831; --brand: #57c99f; --on-brand: #04211a; --soft: #143529; --soft-ink: #9be3c8; --gold: #f5c65c; } }
* { box-sizing: border-box; margin: 0; }
html, body { height: 100%; }
body { background: var(--canvas); color: var(--ink); font: 15px/1.45 system-ui, "Noto Sans", "Noto Sans Bengali", sans-serif; overflow-wrap: anywhere; }
article { display: flex; flex-direction: column; min-height: 100%; border: 1px solid var(--line); }
img { display: block; width: 100%; height: auto; aspect-ratio: 16 / 7; object-fit: cover; background: var(--soft); }
.content { display: flex; flex: 1; flex-direction: column; gap: 8px; padding: 16px; min-width: 0; }
.state { display: inline-block; padding: 2px 10px; border-radius: 99px; background: var(--soft); color: var(--soft-ink); font-size: 13px; font-weight: 600; }
h1 { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; font-size: 19px; line-height: 1.3; }
h1 a { color: inherit; text-decoration: none; } h1 a:hover { text-decoration: underline; }
.by { overflow: hidden; color: var(--muted); font-size: 14px; text-overflow: ellipsis; white-space: nowrap; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 16px; padding: 4px 0; }
dt { color: var(--muted); font-size: 13px; } dd { font-weight: 600; }
.spots { margin-inline-start: 6px; color: var(--muted); font-size: 14px; }
.prize dd { color: var(--gold); }
.wide { grid-column: 1 / -1; }
.action { display: grid; place-items: center; min-height: 44px; margin-top: auto; padding: 8px 16px; border-radius: 10px; background: var(--brand); color: var(--on-brand); font-weight: 600; text-align: center; text-decoration: none; }
.action:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; border-radius: 4px; }
@media (width >= 34rem) { article { flex-direction: row; } article > img { width: 42%; height: auto; aspect-ratio: auto; } }
`;

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** Allows this page, and no other of the site, in frames of any site. It runs nothing and sends no forms. */
export const EMBED_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const PICTURE_WIDTH: (typeof PICTURE_WIDTHS)[number] = 1080;

const PHASES: Partial<Record<Phase, Message>> = {
  open: message("Open"),
  judging: message("Judging"),
  overdue: message("Winner overdue"),
  completed: message("Completed"),
};
const FULL = message("Full");

interface Reader {
  language: Language;
  timeZone: string | null;
  publicUrl: string;
}

const page = ({ language }: Reader, { title, canonical }: { title: string; canonical?: string }, content: string) =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} | ${SITE_NAME}</title>${canonical === undefined ? "" : `<link rel="canonical" href="${escapeHtml(canonical)}">`}<style>${STYLE}</style></head>
<body>
${content}
</body>
</html>
`;

/** Opens in the whole tab, and gives the page no access to the one that embeds it. */
const link = (url: string, text: string, attributes = "") =>
  `<a href="${escapeHtml(url)}" target="_top" rel="noopener"${attributes}>${escapeHtml(text)}</a>`;

const fact = (term: string, value: string, className = "") =>
  `<div${className && ` class="${className}"`}><dt>${escapeHtml(term)}</dt><dd>${value}</dd></div>`;

export function embedPage(contest: ContestDetails, reader: Reader): string {
  const { name, image, creator, prize, amountDue, deadline, phase, spotsLeft } = contest;
  const { language, timeZone, publicUrl } = reader;
  const t = (text: Message) => translate(language, text);
  const url = publicUrl + withLanguage(`/contest-details/${encodeURIComponent(contest._id)}`, language);
  const isOpen = phase === "open";
  const state = isOpen && spotsLeft === 0 ? FULL : PHASES[phase];
  const facts = [
    fact(t(message("Prize")), formatTaka(prize, language), "prize"),
    fact(t(message("Entry fee")), amountDue === 0 ? t(message("Free")) : formatTaka(amountDue, language)),
    fact(
      t(isOpen ? message("Closes") : message("Closed")),
      `<time datetime="${deadline}">${escapeHtml(formatInstant(new Date(deadline), language, timeZone))}</time>`,
      "wide",
    ),
  ];
  const spots =
    isOpen && spotsLeft
      ? ` <span class="spots">${t(message("{n, plural, one {# spot left} other {# spots left}}", { n: spotsLeft }))}</span>`
      : "";
  // Pictures of other sites would learn who sees the card.
  const picture = hasResizedVersions(image)
    ? `<img src="${escapeHtml(image)}?w=${PICTURE_WIDTH}" alt="" width="400" height="175">`
    : "";
  return page(
    reader,
    { title: name, canonical: url },
    `<article>${picture}<div class="content">
${state ? `<p><span class="state">${escapeHtml(t(state))}</span>${spots}</p>` : ""}
<h1 dir="auto">${link(url, name)}</h1>
${creator.name ? `<p class="by">${escapeHtml(t(message("by {creator}", { creator: creator.name })))}</p>` : ""}
<dl>${facts.join("")}</dl>
${link(url, t(message("See contest on Conquest")), ' class="action"')}
</div></article>`,
  );
}

export function missingEmbedPage(reader: Reader): string {
  const title = translate(reader.language, message("This contest isn't available"));
  const home = translate(reader.language, message("Go to Conquest"));
  return page(
    reader,
    { title },
    `<article><div class="content"><h1>${escapeHtml(title)}</h1>\n${link(reader.publicUrl + withLanguage("/", reader.language), home, ' class="action"')}\n</div></article>`,
  );
}
