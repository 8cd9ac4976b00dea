import { message } from "@conquest/shared/contracts/text/message";
import type { reportCases, reports } from "@conquest/server/src/database/schema/reports";
import type { contestNews, contestQuestions } from "@conquest/server/src/database/schema/talk";
import { quoteExcerpt } from "@conquest/server/src/features/questions/domain/question-notifications";
import type { DemoContest } from "../demo-contests";
import { DEMO_ACCOUNTS } from "../demo-people";
import type { Scene } from "./contest-rows";

interface DiscussionInput {
  id: string;
  now: Date;
  openedAt: Date;
  paid: readonly { name: string; paidAt: Date }[];
  idOf: (name: string) => string;
  notice: Scene["notice"];
}

const ACCOUNTS: ReadonlySet<string> = new Set(DEMO_ACCOUNTS.map(({ name }) => name));

export function demoDiscussion(
  { name, by: creator, questions, announcements }: DemoContest,
  { id, now, openedAt, paid, idOf, notice }: DiscussionInput,
) {
  const since = (share: number) =>
    new Date(Math.round(openedAt.getTime() + share * (now.getTime() - openedAt.getTime())));
  const tell: DiscussionInput["notice"] = (whom, ...what) => {
    if (ACCOUNTS.has(whom)) notice(whom, ...what);
  };
  const questionRows = questions.map(({ by, text, answer = null, at }): typeof contestQuestions.$inferInsert => {
    const [askedAt, answeredAt] = [since(at), answer === null ? null : since(at + 0.03)];
    const href = `/contest-details/${id}#questions`;
    tell(
      creator,
      "question",
      message("New question about “{name}”: {quote}", { name, quote: quoteExcerpt(text) }),
      href,
      askedAt,
    );
    if (answeredAt)
      tell(
        by,
        "answer",
        message("Your question about “{name}” was answered: {quote}", { name, quote: quoteExcerpt(answer!) }),
        href,
        answeredAt,
      );
    return { contestId: id, askerId: idOf(by), text, askedAt, answer, answeredAt };
  });
  const announcementRows = announcements.map(({ text, at }): typeof contestNews.$inferInsert => {
    const writtenAt = since(at);
    const recipients = paid.filter(({ paidAt }) => paidAt <= writtenAt);
    for (const person of recipients)
      tell(
        person.name,
        "news",
        message("New announcement in “{name}”: {quote}", { name, quote: quoteExcerpt(text) }),
        `/contest-details/${id}#news`,
        writtenAt,
      );
    return { contestId: id, text, writtenAt, sentTo: recipients.length };
  });
  return { questions: questionRows, announcements: announcementRows };
}

const HOUR_MS = 60 * 60 * 1000;

export function demoReports(
  { reports: filed }: DemoContest,
  { id: contestId, authorId, now, idOf }: { id: string; authorId: string; now: Date; idOf: (name: string) => string },
) {
  if (filed.length === 0) return { cases: [], reports: [] };
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS);
  const openedAt = at(Math.max(...filed.map(({ hoursAgo }) => hoursAgo)));
  const caseId = crypto.randomUUID();
  const opened: typeof reportCases.$inferInsert = {
    id: caseId,
    kind: "contest",
    contestId,
    authorId,
    openedAt,
    toldAt: openedAt,
  };
  return {
    cases: [opened],
    reports: filed.map(({ by, reason, word, hoursAgo }): typeof reports.$inferInsert => ({
      caseId,
      reporterId: idOf(by),
      reason,
      word,
      at: at(hoursAgo),
    })),
  };
}
