import { renderEmail, subjectOf, type EmailFacts } from "./render-email";
import { backoffDelay } from "./outbox";

const facts = (change: Partial<EmailFacts> = {}): EmailFacts => ({
  kind: "cancelled",
  text: "“River poster” was cancelled: too few people. Your ৳500 was refunded.",
  href: "/contest-details/1",
  amount: "৳500",
  name: "Nusrat",
  siteUrl: "https://conquest.example",
  stopToken: "token",
  ...change,
});

it("contains the event, amount, link, reason and unsubscribe link", () => {
  const { subject, text, html, headers } = renderEmail(facts());
  expect(subject).toBe("“River poster” was cancelled");
  for (const part of [
    "Hello Nusrat,",
    "too few people",
    "Refunded: ৳500",
    "https://conquest.example/contest-details/1",
    "e-mails about “Money” are on",
    "Stop these e-mails: https://conquest.example/unsubscribe/token",
  ])
    expect(text).toContain(part);
  expect(html).toContain("Refunded: <strong>৳500</strong>");
  expect(headers).toMatchObject({
    "List-Unsubscribe": "<https://conquest.example/unsubscribe/token>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

it("loads no external resources", () => {
  const { html } = renderEmail(facts());
  expect(html).not.toMatch(/<(?:img|script|link|iframe|video|object)|url\(|@import|\ssrc=/i);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "https://conquest.example/contest-details/1",
    "https://conquest.example/unsubscribe/token",
  ]);
});

it("offers no unsubscribe link for account security, and explains why", () => {
  const { text, html, headers } = renderEmail(
    facts({
      kind: "role_answer",
      text: "An admin changed your role: you are now a user.",
      amount: null,
      stopToken: null,
    }),
  );
  expect(text).toContain("For its safety these e-mails are always sent.");
  expect(text + html).not.toContain("unsubscribe");
  expect(Object.keys(headers)).toEqual(["Auto-Submitted"]);
});

it("escapes markup in names and texts", () => {
  const { html } = renderEmail(
    facts({ name: `<img src=x onerror="a()">`, text: `“</p><script>alert('1')</script>” & more` }),
  );
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
});

it("isolates right-to-left quotations within the sentence", () => {
  const { subject, text, html } = renderEmail(
    facts({ text: "“ملصق 12” was cancelled: too few people. Your ৳500 was refunded." }),
  );
  expect(subject).toBe("“\u2068ملصق 12\u2069” was cancelled");
  for (const each of [text, html]) expect(each).toContain("“\u2068ملصق 12\u2069” was cancelled: too few people.");
  // With dir="auto" the first letter would reverse the whole sentence.
  expect(html).not.toContain("dir=");
});

describe("a subject", () => {
  it.each([
    ["“River poster” was cancelled: nobody came. Your ৳500 was refunded.", "“River poster” was cancelled"],
    ["“Is it? Yes. And: no!” has a winner: Rafi.", "“Is it? Yes. And: no!” has a winner"],
    ["“The “Great” kite: part 2. Bold!” has a winner: Rafi.", "“The “Great” kite: part 2. Bold!” has a winner"],
    ["You joined ““Quoted”: “twice” kite!”. You paid ৳500.", "You joined ““Quoted”: “twice” kite!”"],
    ["“Das „große“ Plakat: neu!” has a winner: Rafi. The prize is ৳50,000.", "“Das „große“ Plakat: neu!” has a winner"],
    [
      "“5“ wide frame. Bold!” was cancelled: nobody came. Your ৳500 was refunded.",
      "“5“ wide frame. Bold!” was cancelled",
    ],
    ["News of “Das „große“ Plakat”: “A word: “more” tomorrow.”", "News of “Das „große“ Plakat”"],
    [`“${"„Wort“ ".repeat(12).trim()}” was cancelled: nobody came.`, `“${"„Wort“ ".repeat(7).trim()}…” was cancelled`],
    ["A “ that nobody closed was cancelled: nobody came.", "A “ that nobody closed was cancelled"],
    [
      `“${"Long name ".repeat(12).trim()}” waits for its winner, due on 3 Dec 2026, 22:58 UTC.`,
      `“${"Long name ".repeat(5).trim()}…” waits for its winner, due on 3 Dec 2026, 22:58 UTC`,
    ],
    ["Congratulations! You won “নদী উৎসব”.", "Congratulations! You won “নদী উৎসব”"],
    ["You left “A”. Your ৳500 was refunded.", "You left “A”. Your ৳500 was refunded"],
    [
      "“A” waits for its winner, due on 3 Dec 2026, 22:58 UTC. Nobody was chosen yet.",
      "“A” waits for its winner, due on 3 Dec 2026, 22:58 UTC",
    ],
    ["“A” was confirmed\r\nBcc: everybody@example.com", "“A” was confirmed Bcc"],
    ["“A\u0000\u2028B” was cancelled, and more", "“A B” was cancelled, and more"],
  ])("of %j", (text, subject) => expect(subjectOf(text)).toBe(subject));

  it("is one line, and cut between grapheme clusters", () => {
    const family = "👩‍👩‍👧‍👦";
    const subject = subjectOf(`“${family.repeat(40)}” was cancelled.`);
    expect(subject.length).toBeLessThanOrEqual(110);
    expect(subject.replaceAll(family, "")).toBe("“…” was cancelled");
  });
});

it("backs off exponentially with jitter", () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => backoffDelay(attempts, 0.5) / 60_000);
  expect(minutes).toEqual([2, 6, 18, 54, 162, 486, 1440, 1440]);
  expect([backoffDelay(1, 0), backoffDelay(1, 1)]).toEqual([96_000, 144_000]);
});
