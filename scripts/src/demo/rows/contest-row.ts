import type { DemoContest } from "../contests/demo-contest";
import type { ContestDates } from "./contest-dates";
import { winnerOf } from "./participants";
import { DAY, type DemoContestRow, type Paid, type Scene } from "./scene";

interface ContestInput {
  id: string;
  image: string;
  dates: Omit<ContestDates, "closedAt">;
  paid: readonly Paid[];
  amount: number;
  entries: readonly { id: string; userId: string }[];
}

export function contestRow(
  demo: DemoContest,
  { id, image, dates, paid, amount, entries }: ContestInput,
  { at, idOf }: Pick<Scene, "at" | "idOf">,
): DemoContestRow {
  const { by, name, description, task, tag, fee, prize, state, extended, isFeatured } = demo;
  const { createdAt, openedAt, deadline, cancelledAt, winnerAt } = dates;
  const winner = winnerOf(demo);
  const winnerId = winner === null ? null : idOf(winner);
  return {
    id,
    creatorId: idOf(by),
    name,
    image,
    description,
    task,
    tag,
    registrationPrice: fee,
    prize,
    deadline,
    status: openedAt ? "open" : "pending",
    review: openedAt ? "approved" : (state.is as "in_review" | "changes_requested" | "rejected"),
    openedAt,
    ...(extended && {
      deadlineMoves: 1,
      extendedAt: at(-0.5),
      extendedFrom: new Date(deadline.getTime() - extended.byDays * DAY),
      extensionReason: extended.reason,
    }),
    featuredAt: isFeatured ? at(-1) : null,
    cancelledAt,
    cancelledBy: cancelledAt ? idOf(by) : null,
    cancelReason: state.is === "cancelled" ? state.reason : null,
    ...(state.is === "completed" && {
      winnerId,
      winnerEntryId: entries.find(({ userId }) => userId === winnerId)?.id ?? null,
      winnerNote: state.note,
      winnerAt,
      winnerDeclaredBy: idOf(by),
    }),
    participantCount: cancelledAt ? 0 : paid.length,
    paidTotal: cancelledAt ? 0 : paid.length * amount,
    entryCount: entries.length,
    createdAt,
    updatedAt: winnerAt ?? cancelledAt ?? openedAt ?? createdAt,
  };
}
