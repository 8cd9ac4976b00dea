import { escapeHtml } from "../../platform/text/format";

export interface MailboxEmail {
  id: string;
  to: string;
  subject: string;
  /** Null if the identity service reports no time. */
  at: Date | null;
  state: string;
  text: string;
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f7f4ec; --surface: #fffdf8; --ink: #1c1b18; --muted: #5c574b; --line: #ddd6c6; --brand: #14532f; }
@media (prefers-color-scheme: dark) { :root { --ground: #151713; --surface: #1e211c; --ink: #ecebe4; --muted: #b3b0a4; --line: #3a3d35; --brand: #86d6a3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
.page { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; } h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
p { margin: 0.5rem 0; } .muted { color: var(--muted); }
a { color: var(--brand); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; margin: 1.25rem 0; }
label { display: grid; gap: 0.25rem; flex: 1 1 16rem; font-weight: 600; }
input, button { min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid var(--muted); border-radius: 0.5rem; background: var(--surface); color: inherit; font: inherit; }
button { border-color: var(--brand); font-weight: 600; cursor: pointer; }
form a { display: grid; place-items: center; min-height: 2.75rem; padding: 0 0.5rem; }
ul { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); list-style: none; overflow: clip; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: 0.75rem 1rem; color: inherit; text-decoration: none; }
li a:hover strong { text-decoration: underline; }
li strong, li span { overflow-wrap: anywhere; }
li time, li .state { color: var(--muted); font-size: 0.875rem; text-align: right; }
li .to { color: var(--muted); font-size: 0.875rem; }
.empty { padding: 2rem 1rem; border: 1px dashed var(--line); border-radius: 0.75rem; text-align: center; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
dt { color: var(--muted); } dd { margin: 0; }
iframe { display: block; width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); white-space: pre-wrap; overflow-wrap: anywhere; }
summary { min-height: 2.75rem; padding: 0.6rem 0; font-weight: 600; cursor: pointer; }
@media (width < 34rem) { li a { grid-template-columns: minmax(0, 1fr); } li time, li .state { text-align: left; } iframe { height: 32rem; } }
`;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main class="page">
${content}
</main></body>
</html>
`;

const whenFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const whenOf = (at: Date) => `<time datetime="${at.toISOString()}">${whenFormat.format(at)} UTC</time>`;

const row = ({ id, to, subject, at, state }: MailboxEmail) =>
  `<li><a href="/mailbox/${encodeURIComponent(id)}"><strong>${escapeHtml(subject)}</strong>${at ? whenOf(at) : "<span></span>"}<span class="to">To ${escapeHtml(to)}</span><span class="state">${escapeHtml(state)}</span></a></li>`;

const list = (emails: readonly MailboxEmail[]) => `<ul>\n${emails.map(row).join("\n")}\n</ul>`;

interface MailboxPageProps {
  emails: readonly MailboxEmail[];
  /** Null if the identity service does not respond. */
  ofIdentity: readonly MailboxEmail[] | null;
  to: string;
  recipients: readonly string[];
  most: number;
}

export function mailboxPage({ emails, ofIdentity, to, recipients, most }: MailboxPageProps): string {
  const filter = `<form method="get" action="/mailbox">
<label>Recipient <input name="to" type="search" list="recipients" value="${escapeHtml(to)}" placeholder="Everyone" autocomplete="off"></label>
<datalist id="recipients">${recipients.map((email) => `<option value="${escapeHtml(email)}"></option>`).join("")}</datalist>
<button type="submit">Show</button>${to === "" ? "" : '<a href="/mailbox">Show all</a>'}
</form>`;
  const account =
    ofIdentity === null
      ? `<h2>From the sign-in service</h2><p class="muted" role="status">The sign-in service isn't responding. Reload this page in a moment.</p>`
      : ofIdentity.length === 0
        ? ""
        : `<h2>From the sign-in service</h2>\n${list(ofIdentity)}`;
  const emptyText =
    to === "" ? "No emails yet. Join a contest to see its payment email here." : `No emails to ${escapeHtml(to)}.`;
  return page(
    "Mailbox | Conquest",
    `<h1>Mailbox</h1>
<p class="muted">Emails this site would send. Nothing leaves this machine. <a href="/">Go to the site</a></p>
${filter}
${account}
<h2>From Conquest</h2>
${emails.length === 0 ? `<p class="empty">${emptyText}</p>` : list(emails)}
${emails.length === most ? `<p class="muted">These are the newest ${most}.</p>` : ""}`,
  );
}

export function emailPage({ id, to, subject, at, state, text }: MailboxEmail): string {
  return page(
    `${subject} | Mailbox`,
    `<p><a href="/mailbox">← Mailbox</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl><dt>To</dt><dd><a href="/mailbox?to=${encodeURIComponent(to)}">${escapeHtml(to)}</a></dd>${at ? `<dt>Created</dt><dd>${whenOf(at)}</dd>` : ""}<dt>Status</dt><dd>${escapeHtml(state)}</dd></dl>
<iframe src="/mailbox/${encodeURIComponent(id)}/body" title="Email" sandbox="allow-top-navigation-by-user-activation"></iframe>
<details><summary>As plain text</summary><pre>${escapeHtml(text)}</pre></details>`,
  );
}

export const missingPage = () =>
  page(
    "Email not found | Mailbox",
    `<h1>We couldn't find that email</h1>
<p>Its link may have been used already, or it is more than 30 days old. <a href="/mailbox">Go to the mailbox</a></p>`,
  );
