import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { LEAVE_WINDOW_HOURS } from "@conquest/shared/contracts/deadline-extensions";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { feedbackSentence } from "@conquest/server/src/features/entries/domain/entry-columns";
import type { DemoContest } from "../demo-contests";
import { ADMIN, DEMO_CREATOR, DEMO_USER } from "../demo-people";
import { winnerOf, type ContestDates, type Paid, type Scene } from "./contest-rows";

interface NoticeInput {
  contestId: string;
  dates: Omit<ContestDates, "closedAt">;
  paid: readonly Paid[];
  commentedAt: Date;
  answer: EntryFeedbackSummary | undefined;
}

export function contestNotices(
  demo: DemoContest,
  { contestId, dates: { createdAt, openedAt, cancelledAt, winnerAt }, paid, commentedAt, answer }: NoticeInput,
  { at, notice }: Pick<Scene, "at" | "notice">,
): void {
  const { state, name } = demo;
  const href = `/contest-details/${contestId}`;
  const joined = paid.find((each) => each.name === DEMO_USER.name);
  if (joined) notice(DEMO_USER.name, "joined", `You joined “${name}”.`, href, joined.paidAt);

  const isOwn = demo.by === DEMO_CREATOR.name;
  if (isOwn && openedAt)
    notice(DEMO_CREATOR.name, "contest_confirmed", `“${name}” was approved and is open to everyone.`, href, openedAt);
  if (isOwn && (state.is === "changes_requested" || state.is === "rejected")) {
    const decision = state.is === "rejected" ? "was rejected" : "needs changes before it can open";
    notice(
      DEMO_CREATOR.name,
      state.is,
      `“${name}” ${decision}: ${state.comment}`,
      "/dashboard/my_created_contests",
      commentedAt,
    );
  }
  if (state.is === "in_review")
    notice(
      ADMIN.name,
      "contest_submitted",
      `“${name}” was submitted for review.`,
      "/dashboard/manage_contests",
      createdAt,
    );

  if (!demo.demoUser) return;
  if (winnerAt) {
    const winner = winnerOf(demo);
    const isWin = winner === DEMO_USER.name;
    const news = isWin ? `Congratulations, you won “${name}”! ${SIMULATED}` : `“${name}” has a winner: ${winner}.`;
    notice(
      DEMO_USER.name,
      isWin ? "winner" : "result",
      answer ? `${news} ${feedbackSentence(answer)}` : news,
      `${href}${answer ? "#entry" : ""}`,
      winnerAt,
    );
  }
  if (demo.extended) {
    const { byDays, reason } = demo.extended;
    notice(
      DEMO_USER.name,
      "deadline_extended",
      `Deadline extended: “${name}” now closes ${byDays} days later. The creator says: “${reason}” You can leave for a full refund within ${LEAVE_WINDOW_HOURS} hours, even if you've submitted an entry.`,
      href,
      at(-0.5),
    );
  }
  if (state.is === "cancelled")
    notice(
      DEMO_USER.name,
      "cancelled",
      `“${name}” was cancelled: ${state.reason} Your payment was refunded.`,
      href,
      cancelledAt!,
    );
}
