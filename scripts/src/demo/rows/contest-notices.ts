import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { LEAVE_WINDOW_HOURS } from "@conquest/shared/contracts/deadline-extensions";
import { message } from "@conquest/shared/contracts/text/message";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { CANCELLED } from "@conquest/server/src/features/cancellation/domain/cancellation-notifications";
import { feedbackSentence } from "@conquest/server/src/features/entries/domain/entry-columns";
import { refundSentence } from "@conquest/server/src/features/participation/domain/refund-text";
import { dateOf, sentenceOf, sentences, withReason } from "@conquest/server/src/platform/text/message-values";
import type { DemoContest } from "../demo-contests";
import { ADMIN, DEMO_CREATOR, DEMO_USER } from "../demo-people";
import { DAY, winnerOf, type ContestDates, type Paid, type Scene } from "./contest-rows";

interface NoticeInput {
  contestId: string;
  dates: Omit<ContestDates, "closedAt">;
  paid: readonly Paid[];
  amount: number;
  commentedAt: Date;
  answer: EntryFeedbackSummary | undefined;
}

export function contestNotices(
  demo: DemoContest,
  {
    contestId,
    dates: { createdAt, openedAt, deadline, cancelledAt, winnerAt },
    paid,
    amount,
    commentedAt,
    answer,
  }: NoticeInput,
  { at, notice }: Pick<Scene, "at" | "notice">,
): void {
  const { state, name } = demo;
  const href = `/contest-details/${contestId}`;
  const joined = paid.find((each) => each.name === DEMO_USER.name);
  if (joined) notice(DEMO_USER.name, "joined", message("You joined “{name}”.", { name }), href, joined.paidAt);

  const isOwn = demo.by === DEMO_CREATOR.name;
  if (isOwn && openedAt)
    notice(
      DEMO_CREATOR.name,
      "contest_confirmed",
      message("“{name}” was approved and is open.", { name }),
      href,
      openedAt,
    );
  if (isOwn && (state.is === "changes_requested" || state.is === "rejected")) {
    const { comment } = state;
    notice(
      DEMO_CREATOR.name,
      state.is,
      state.is === "rejected"
        ? message("“{name}” was rejected: {comment}", { name, comment })
        : message("“{name}” needs changes before it can open: {comment}", { name, comment }),
      "/dashboard/my_created_contests",
      commentedAt,
    );
  }
  if (state.is === "in_review")
    notice(
      ADMIN.name,
      "contest_submitted",
      message("“{name}” was submitted for review.", { name }),
      "/dashboard/manage_contests",
      createdAt,
    );

  if (!demo.demoUser) return;
  if (winnerAt) {
    const winner = winnerOf(demo);
    const isWin = winner === DEMO_USER.name;
    const news = isWin
      ? sentences(message("Congratulations, you won “{name}”!", { name }), { text: SIMULATED })
      : message("“{name}” has a winner: {winner}.", { name, winner: winner ?? "" });
    notice(
      DEMO_USER.name,
      isWin ? "winner" : "result",
      sentences(news, answer && feedbackSentence(answer)),
      `${href}${answer ? "#entry" : ""}`,
      winnerAt,
    );
  }
  if (demo.extended) {
    const { byDays, reason } = demo.extended;
    const extendedAt = at(-0.5);
    notice(
      DEMO_USER.name,
      "deadline_extended",
      sentences(
        message("Deadline extended: “{name}” now closes on {deadline} (was {before}).", {
          name,
          deadline: dateOf(deadline),
          before: dateOf(new Date(deadline.getTime() - byDays * DAY)),
        }),
        message("The creator says: {reason}", { reason: sentenceOf(`“${reason}”`) }),
        message("You can leave for a full refund until {until}, even if you've submitted an entry.", {
          until: dateOf(new Date(extendedAt.getTime() + (LEAVE_WINDOW_HOURS / 24) * DAY)),
        }),
      ),
      href,
      extendedAt,
    );
  }
  if (state.is === "cancelled")
    notice(
      DEMO_USER.name,
      "cancelled",
      sentences(withReason(state.reason, CANCELLED, { name }), refundSentence(amount)),
      href,
      cancelledAt!,
    );
}
