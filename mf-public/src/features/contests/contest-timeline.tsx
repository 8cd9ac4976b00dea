import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { msg, t } from "@conquest/shared/singletons/language";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

interface Step {
  title: string;
  icon: "flag" | "gavel" | "trophy";
  at: string;
  text: string;
}

const STEP_BY_PHASE: Partial<Record<Phase, number>> = { open: 0, judging: 1, overdue: 2, completed: 3 };

function timelineSteps(contest: ContestDetails): Step[] {
  const { phase, deadline, winnerDueAt, refundAt, amountDue } = contest;
  const { winner, participantCount, hidesNames, isPublic, adminsChoose, nobodyCanWin } = contest;
  const isClosed = (STEP_BY_PHASE[phase] ?? 0) > 0;
  const closing: Step = {
    title: t(isClosed ? "Closed" : "Closes"),
    icon: "flag",
    at: deadline,
    text: t(
      isClosed
        ? "Entries closed."
        : phase === "open" && !isPublic
          ? "Participants can submit or edit their entry until this date."
          : "Last day to join, submit or edit an entry.",
    ),
  };
  // The winner may have been chosen before the due date, so listing both would be out of order.
  if (winner)
    return [closing, { title: t("Result"), icon: "trophy", at: winner.at, text: t("The winner was picked.") }];
  if (isClosed && participantCount === 0) {
    return [
      { ...closing, text: t("No one joined.") },
      {
        title: t("Result"),
        icon: "trophy",
        at: refundAt,
        text: t("The contest is cancelled unless the deadline is extended."),
      },
    ];
  }
  const judging = t(
    nobodyCanWin
      ? "There are no eligible entries right now."
      : adminsChoose
        ? adminJudgingText(phase)
        : phase === "overdue"
          ? "The creator didn't pick a winner by this date. An admin can now pick one too."
          : "The creator picks the winner by this date. After that, an admin can too.",
  );
  return [
    closing,
    {
      title: t("Judging"),
      icon: "gavel",
      at: winnerDueAt,
      text: hidesNames ? `${judging} ${t("The creator and judges don't see names until there's a winner.")}` : judging,
    },
    { title: t("Result"), icon: "trophy", at: refundAt, text: t(endingText(isClosed, amountDue > 0)) },
  ];
}

/** Used while the creator is blocked, which may have happened only after the winner was due. */
const adminJudgingText = (phase: Phase) =>
  phase === "overdue"
    ? msg("The winner is overdue. An admin can still pick one.")
    : msg("An admin picks the winner by this date, because the creator currently can't.");

function endingText(isClosed: boolean, isPaid: boolean): string {
  if (isPaid)
    return isClosed
      ? msg("If there's no winner by this date, everyone who paid gets a full refund.")
      : msg("If there's no winner by this date, or no entries at the deadline, everyone who paid gets a full refund.");
  return isClosed
    ? msg("If there's no winner by this date, the contest is cancelled.")
    : msg("If there's no winner by this date, or no entries at the deadline, the contest is cancelled.");
}

export default function ContestTimeline({ contest }: { contest: ContestDetails }) {
  const format = useDateTimeFormat();
  const steps = timelineSteps(contest);
  const step = STEP_BY_PHASE[contest.phase];
  // With a winner all steps are done; without participants there is one step less.
  const current = step && !contest.winner ? Math.min(step, steps.length - 1) : step;
  return (
    <section aria-labelledby="timeline" className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <h3 id="timeline" className="pu:text-lg pu:font-semibold">
        {t("Timeline")}
      </h3>
      <ol className="pu:grid pu:sm:auto-cols-fr pu:sm:grid-flow-col">
        {steps.map(({ title, icon, at, text }, index) => (
          <li
            key={title}
            aria-current={index === current ? "step" : undefined}
            className={`${STEP} ${isBehind(index, current) ? "pu:after:bg-brand" : "pu:after:bg-line"}`}>
            <span aria-hidden="true" className={`cq-icon cq-icon-${icon} ${MARKER} ${markerClass(index, current)}`} />
            <div className="pu:sm:mt-3">
              <p>
                <strong>{title}</strong> <StepTime at={at} words={format(at)} />
              </p>
              <p className="cq-hint cq-running-text pu:mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Day and time are on separate lines in every zone, so that hydration with the viewer's causes no layout shift. */
function StepTime({ at, words }: { at: string; words: string }) {
  const [day, hour] = words.split(", ");
  return (
    <time dateTime={at}>
      <span className="pu:block pu:sm:whitespace-nowrap">{day}</span>{" "}
      <span className="pu:block pu:text-sm pu:sm:whitespace-nowrap pu:text-muted">{hour}</span>
    </time>
  );
}

const isBehind = (index: number, current: number | undefined) => current !== undefined && index < current;

const markerClass = (index: number, current: number | undefined) =>
  index === current
    ? "pu:bg-gold pu:text-on-gold"
    : isBehind(index, current)
      ? "pu:bg-brand pu:text-on-brand"
      : "pu:bg-sunk pu:text-muted";

const MARKER = "pu:grid pu:size-9 pu:place-items-center pu:rounded-full pu:before:size-4";

const STEP =
  "pu:relative pu:grid pu:grid-cols-[2.25rem_1fr] pu:gap-x-4 pu:pb-5 pu:last:pb-0 pu:sm:block pu:sm:pe-6 pu:sm:pb-0 pu:sm:last:pe-0 " +
  "pu:after:absolute pu:after:top-11 pu:after:bottom-2 pu:after:left-[1.0625rem] pu:after:w-0.5 pu:last:after:hidden " +
  "pu:sm:after:top-[1.0625rem] pu:sm:after:right-2 pu:sm:after:bottom-auto pu:sm:after:left-11 pu:sm:after:h-0.5 pu:sm:after:w-auto";
