import type { reportCases, reports } from "@conquest/server/src/database/schema/reports";
import type { ReportReason } from "@conquest/shared/contracts/reports";

const DEMO_REPORTS: Readonly<
  Record<string, readonly { by: string; reason: ReportReason; word: string; hoursAgo: number }[]>
> = {
  "Sell jamdani to people under thirty": [
    {
      by: "Tahmid Rahman",
      reason: "misleading",
      word: "The shop's page says that it closed last year. Who pays the prize?",
      hoursAgo: 7,
    },
    {
      by: "Labiba Chowdhury",
      reason: "misleading",
      word: "I asked about the budget and the answer names another shop.",
      hoursAgo: 3,
    },
  ],
};

const HOUR_MS = 60 * 60 * 1000;

export function demoReports(
  { name }: { name: string },
  { id: contestId, authorId, now, idOf }: { id: string; authorId: string; now: Date; idOf: (name: string) => string },
) {
  const said = DEMO_REPORTS[name] ?? [];
  if (said.length === 0) return { cases: [], said: [] };
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS);
  const openedAt = at(Math.max(...said.map(({ hoursAgo }) => hoursAgo)));
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
    said: said.map(({ by, reason, word, hoursAgo }): typeof reports.$inferInsert => ({
      caseId,
      reporterId: idOf(by),
      reason,
      word,
      at: at(hoursAgo),
    })),
  };
}
