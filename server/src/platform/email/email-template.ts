import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import { stripDirectionControls } from "@conquest/shared/contracts/text/reading-order";
import { escapeHtml } from "../text/format";
import { translate } from "../text/translate";

export interface EmailContents {
  language: Language;
  subject: string;
  name: string;
  text: string;
  lines?: readonly { text: string; label: string; url: string }[];
  facts: readonly { name: string; value: string }[];
  link: { label: string; url: string };
  quote?: { label: string; text: string };
  because: string;
  stop: readonly { label: string; url: string }[];
}

export interface EmailLayout {
  text: string;
  html: string;
}

/** Uses no external resources; the email stays readable in clients that ignore styles. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 16px; background: #f7f4ec; color: #1c1b18; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans Bengali", sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 28px 24px; border: 1px solid #ddd6c6; border-radius: 12px; background: #ffffff; }
.brand { margin: 0 0 20px; font-weight: 700; letter-spacing: 0.01em; color: #14532f; }
.said { white-space: pre-line; overflow-wrap: anywhere; }
.news { margin: 20px 0; padding-left: 20px; }
.news li { margin: 0 0 12px; overflow-wrap: anywhere; }
.news a { color: #14532f; }
.fact { margin: 20px 0; padding: 12px 16px; border-left: 4px solid #b8860b; background: #f7f4ec; }
.fact strong { font-size: 20px; }
.act { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #14532f; color: #ffffff; font-weight: 600; text-decoration: none; }
.quote { margin: 24px 0 0; padding-left: 16px; border-left: 4px solid #ddd6c6; color: #5c574b; white-space: pre-line; overflow-wrap: anywhere; }
.why { max-width: 560px; margin: 20px auto 0; color: #5c574b; font-size: 14px; }
.why a { color: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #151713; color: #ecebe4; }
  main { border-color: #3a3d35; background: #1e211c; }
  .brand { color: #86d6a3; }
  .fact { background: #151713; }
  .news a { color: #86d6a3; }
  .act { background: #86d6a3; color: #10241a; }
  .quote { border-color: #3a3d35; color: #b3b0a4; }
  .why { color: #b3b0a4; }
}
`;

/** Its letters have marks above and below. */
const BANGLA_STYLE = "body { line-height: 1.75; }\n";

export function renderLayout({
  language,
  subject,
  name,
  text,
  lines = [],
  facts,
  link,
  quote,
  because,
  stop,
}: EmailContents) {
  const greeting = translate(
    language,
    oneLine(name) === "" ? message("Hi,") : message("Hi {name},", { name: oneLine(name) }),
  );
  /** Not repeated in the lines. */
  const hasOwnLink = (line: { url: string }) => line.url !== link.url;
  const plain = [
    greeting,
    text,
    ...lines.map((line) => `- ${line.text}${hasOwnLink(line) ? `\n  ${line.label}: ${line.url}` : ""}`),
    ...facts.map((fact) => `${fact.name}: ${fact.value}`),
    `${link.label}:\n${link.url}`,
    ...(quote ? [[quote.label, ...quote.text.split(/\r\n?|\n/).map((line) => `> ${line}`)].join("\n")] : []),
    ["-- ", because, ...stop.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
  ];
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}${language === "bn" ? BANGLA_STYLE : ""}</style></head>
<body>
<main>
<p class="brand">Conquest</p>
<p>${escapeHtml(greeting)}</p>
<p class="said">${escapeHtml(text)}</p>
${lines.length === 0 ? "" : `<ul class="news">\n${lines.map((line) => `<li>${escapeHtml(line.text)}${hasOwnLink(line) ? ` <a href="${escapeHtml(line.url)}">${escapeHtml(line.label)}</a>` : ""}</li>\n`).join("")}</ul>\n`}${facts.map((fact) => `<p class="fact">${escapeHtml(fact.name)}: <strong>${escapeHtml(fact.value)}</strong></p>\n`).join("")}<p><a class="act" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>
${quote ? `<p>${escapeHtml(quote.label)}</p>\n<blockquote class="quote" dir="auto">${escapeHtml(quote.text)}</blockquote>\n` : ""}</main>
<p class="why">${escapeHtml(because)}${stop.map(({ label, url }) => ` <a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`).join("")}</p>
</body>
</html>
`;
  return { text: `${plain.join("\n\n")}\n`, html };
}

/** Removes line breaks and invisible characters, for use in a header. */
export const oneLine = (text: string) =>
  stripDirectionControls(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
