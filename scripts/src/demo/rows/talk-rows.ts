import type { contestNews, contestQuestions } from "@conquest/server/src/database/schema/talk";
import { quoteExcerpt } from "@conquest/server/src/features/questions/domain/question-notifications";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { DemoContest } from "../contests/demo-contest";
import { DEMO_ACCOUNTS } from "../demo-people";

interface DemoQuestion {
  by: string;
  text: string;
  answer?: string;
  /** Time of the question as a share of the time since opening; the answer follows a little later. */
  at: number;
}

const DEMO_QUESTIONS: Readonly<Record<string, readonly DemoQuestion[]>> = {
  "A poster for Pohela Boishakh": [
    {
      by: "Anika Tabassum",
      text: "May the poster be in Bangla alone, or do you need English on it too?",
      answer: "Bangla alone is fine. The place at the bottom is set in both by the printer.",
      at: 0.15,
    },
    {
      by: "Rafi Chowdhury",
      text: "Does alpona that I drew by hand and photographed count, or must everything be drawn on a screen?",
      answer:
        "By hand is welcome, as long as the file has 300 dpi in the end. Last year's poster was a photograph of a floor: https://example.com/floor",
      at: 0.4,
    },
    {
      by: "Sakib Mahmud",
      text: "Is a second colour version allowed in the same entry, or do you want one poster only?",
      at: 0.92,
    },
  ],
  "Sell jamdani to people under thirty": [
    {
      by: "Labiba Chowdhury",
      text: "Is there a budget that the plan has to keep to?",
      answer: "Yes: 40,000 taka for the first three months, photography included.",
      at: 0.3,
    },
    { by: "Mithila Das", text: "May I use photos of your weavers from the shop's page?", at: 0.85 },
  ],
  "The last ferry ghat": [
    {
      by: "Tahmid Rahman",
      text: "Does the interview have to be with somebody who still works there?",
      answer: "No. Whoever knew the ghat before the bridge will do, and a daughter who heard about it too.",
      at: 0.5,
    },
  ],
  "Book fair stall in one drawing": [
    {
      by: "Fahim Shahriar",
      text: "When do you mean to choose? I would like to tell my sister, who helped.",
      answer: "By the end of this week.",
      at: 0.9,
    },
  ],
};

interface DemoNews {
  text: string;
  at: number;
}

const DEMO_NEWS: Readonly<Record<string, readonly DemoNews[]>> = {
  "A poster for Pohela Boishakh": [
    {
      text: "Thank you all for joining, there are more of you than we have walls. The printer has asked for one thing: please keep 5 mm free at every edge.",
      at: 0.55,
    },
    {
      text: "The jury is complete: two illustrators from Charukola, the printer, and a grandmother from Road 27. They meet on the evening after the deadline.",
      at: 0.95,
    },
  ],
  "Sell jamdani to people under thirty": [
    {
      text: "Several of you asked for figures: last year's sales by month are at https://example.com/jamdani for everybody to use.",
      at: 0.8,
    },
  ],
};

interface TalkInput {
  id: string;
  now: Date;
  openedAt: Date;
  paid: readonly { name: string; paidAt: Date }[];
  idOf: (name: string) => string;
  notice: (name: string, kind: Notice["kind"], text: string, href: string, createdAt: Date) => void;
}

const ACCOUNTS: ReadonlySet<string> = new Set(DEMO_ACCOUNTS.map(({ name }) => name));

export function demoTalk({ name, by: creator }: DemoContest, { id, now, openedAt, paid, idOf, notice }: TalkInput) {
  const since = (share: number) =>
    new Date(Math.round(openedAt.getTime() + share * (now.getTime() - openedAt.getTime())));
  const tell: TalkInput["notice"] = (whom, ...what) => {
    if (ACCOUNTS.has(whom)) notice(whom, ...what);
  };
  const questions = (DEMO_QUESTIONS[name] ?? []).map(
    ({ by, text, answer = null, at }): typeof contestQuestions.$inferInsert => {
      const [askedAt, answeredAt] = [since(at), answer === null ? null : since(at + 0.03)];
      const href = `/contest-details/${id}#questions`;
      tell(creator, "question", `Somebody asks about “${name}”: ${quoteExcerpt(text)}`, href, askedAt);
      if (answeredAt)
        tell(by, "answer", `Your question about “${name}” has an answer: ${quoteExcerpt(answer!)}`, href, answeredAt);
      return { contestId: id, askerId: idOf(by), text, askedAt, answer, answeredAt };
    },
  );
  const news = (DEMO_NEWS[name] ?? []).map(({ text, at }): typeof contestNews.$inferInsert => {
    const writtenAt = since(at);
    const recipients = paid.filter(({ paidAt }) => paidAt <= writtenAt);
    for (const person of recipients)
      tell(person.name, "news", `News of “${name}”: ${quoteExcerpt(text)}`, `/contest-details/${id}#news`, writtenAt);
    return { contestId: id, text, writtenAt, sentTo: recipients.length };
  });
  return { questions, news };
}
