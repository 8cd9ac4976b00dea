import { renderEmail, renderSummary, type EmailFacts } from "./render-email";
import { backoffDelay } from "./outbox";

const facts = (change: Partial<EmailFacts> = {}): EmailFacts => ({
  language: "en",
  kind: "cancelled",
  subject: "Contest cancelled: “River poster”",
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
  expect(subject).toBe("Contest cancelled: “River poster”");
  for (const part of [
    "Hi Nusrat,",
    "too few people",
    "Refunded: ৳500",
    "https://conquest.example/contest-details/1",
    "“Payments and refunds” emails are on",
    "Unsubscribe: https://conquest.example/unsubscribe/token",
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
      subject: "You're now a user",
      text: "An admin changed your role: you're now a user.",
      amount: null,
      stopToken: null,
    }),
  );
  expect(text).toContain("Emails about your account can't be turned off.");
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
    facts({
      subject: "Contest cancelled: “ملصق 12”",
      text: "“ملصق 12” was cancelled: too few people. Your ৳500 was refunded.",
    }),
  );
  expect(subject).toBe("Contest cancelled: “\u2068ملصق 12\u2069”");
  for (const each of [text, html]) expect(each).toContain("“\u2068ملصق 12\u2069” was cancelled: too few people.");
  // With dir="auto" the first letter would reverse the whole sentence.
  expect(html).not.toContain("dir=");
});

it("keeps the subject on one line", () => {
  const subject = "Contest cancelled: “A”\r\nBcc: everyone@example.com";
  expect(renderEmail(facts({ subject })).subject).toBe("Contest cancelled: “A” Bcc: everyone@example.com");
});

it("names the newest update and the number of others in the subject", () => {
  const joined = facts({
    kind: "joined",
    subject: "You joined “Kite film”",
    text: "You joined “Kite film”.",
    amount: null,
  });
  expect(renderSummary([joined, facts()]).subject).toBe("Contest cancelled: “River poster”, and 1 more");
  expect(renderSummary([joined, joined]).subject).toBe("You joined “Kite film”");
});

it("backs off exponentially with jitter", () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => backoffDelay(attempts, 0.5) / 60_000);
  expect(minutes).toEqual([2, 6, 18, 54, 162, 486, 1440, 1440]);
  expect([backoffDelay(1, 0), backoffDelay(1, 1)]).toEqual([96_000, 144_000]);
});
