import { useQueryClient } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleX, MessageSquareText, PencilLine, Undo2, type LucideIcon } from "lucide-react";
import { Suspense, useEffect, useState, type ComponentProps } from "react";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { commentOnContest, confirmContest, returnToReview } from "@conquest/shared/contracts/review";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useKeyboardShortcuts } from "@conquest/shared/ui/page/use-keyboard-shortcuts";
import { telling } from "../contest-toast";
import type { Asked } from "./review-question";

/** With all that dialogs and forms need. */
const Question = lazyComponent(() => import(/* webpackChunkName: "review-question" */ "./review-question"));

interface Props {
  contest: AdminContest;
  /** What was read, which is decided about. */
  revision: number;
  /** It was changed since: first it is to be read. */
  isStale: boolean;
  /** The answer of a decision is on its way, and with it what it makes of the contest. */
  onDeciding: (isDeciding: boolean) => void;
  /** What was decided, as a word of the past. */
  onDecided: (decided: string) => Promise<void>;
}

/** What an admin may do with a contest, as buttons that each open what asks for the rest. Nothing is done by one key. */
export function Decisions({ contest, revision, isStale, onDeciding, onDecided }: Props) {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const confirmation = useCall(confirmContest);
  const comment = useCall(commentOnContest);
  const takeBack = useCall(returnToReview);
  const { _id: id, may, phase } = contest;
  const close = () => {
    setAsked(undefined);
    // Why it was refused the last time.
    confirmation.reset();
  };
  useEffect(() => void Question.load().catch(() => undefined), []);

  const lookAgain = (error: Error) => {
    onDeciding(false);
    // Refused because of what happened meanwhile: that is shown below the question.
    if (error instanceof ApiError && error.status === 409) void cache.invalidateQueries();
  };
  // Awaited, not handed to mutate as callbacks: whoever has turned to another contest meanwhile is told too.
  const confirm = async () => {
    onDeciding(true);
    try {
      await confirmation.mutateAsync({ params: { id }, query: { revision }, body: { status: "open" } });
    } catch (error) {
      return lookAgain(error as Error);
    }
    telling("Status updated successfully!", contest).onSuccess();
    close();
    await onDecided("Confirmed");
  };
  const send = async (text: string) => {
    if (!asked || asked === "confirmed" || asked === "cancelled") return;
    onDeciding(asked !== "comment");
    try {
      if (asked === "returned") await takeBack.mutateAsync({ params: { id }, body: { reason: text, revision } });
      else await comment.mutateAsync({ params: { id }, body: { text, decision: asked, revision } });
    } catch (error) {
      lookAgain(error as Error);
      throw error;
    }
    telling(asked === "returned" ? "Back in review" : "Comment sent successfully!", contest).onSuccess();
    close();
    if (asked !== "comment")
      await onDecided(
        { returned: "Back in review", changes_requested: "Changes requested", rejected: "Rejected" }[asked],
      );
  };

  const isPending = may.decide.isAllowed;
  const can = {
    confirm: !isStale && may.confirm.isAllowed,
    decide: !isStale && isPending,
    back: !isStale && may.returnToReview.isAllowed,
  };
  useKeyboardShortcuts({
    ...(can.confirm && { c: () => setAsked("confirmed") }),
    ...(can.decide && { a: () => setAsked("changes_requested"), r: () => setAsked("rejected") }),
    ...(can.back && { b: () => setAsked("returned") }),
    m: () => setAsked("comment"),
  });
  return (
    <div className={BAR}>
      <div
        role="group"
        aria-label="Decide"
        className="da:grid da:auto-cols-fr da:grid-flow-col da:gap-1.5 da:sm:flex da:sm:flex-wrap da:sm:gap-2">
        {(isPending || may.confirm.isAllowed) && (
          <Decision
            name="Confirm"
            icon={CircleCheck}
            variant="primary"
            disabled={!can.confirm}
            title={may.confirm.because || undefined}
            onClick={() => setAsked("confirmed")}
          />
        )}
        {isPending && (
          <>
            <Decision
              name="Ask for changes"
              short="Changes"
              icon={PencilLine}
              disabled={!can.decide}
              onClick={() => setAsked("changes_requested")}
            />
            <Decision name="Reject" icon={CircleX} disabled={!can.decide} onClick={() => setAsked("rejected")} />
          </>
        )}
        {contest.status === "open" && phase !== "cancelled" && (
          <Decision
            name="Back to review"
            short="Back"
            icon={Undo2}
            disabled={!can.back}
            onClick={() => setAsked("returned")}
          />
        )}
        <Decision name="Comment" icon={MessageSquareText} onClick={() => setAsked("comment")} />
        {may.remove.isAllowed && may.remove.how === "cancel" && (
          <Decision
            name="Cancel contest"
            short="Cancel"
            icon={Ban}
            variant="danger"
            onClick={() => setAsked("cancelled")}
          />
        )}
      </div>
      {whyNot(contest) && <p className="cq-hint">{whyNot(contest)}</p>}
      <Suspense>
        {asked && (
          <Question
            what={asked}
            contest={contest}
            onConfirm={() => void confirm()}
            isConfirming={confirmation.isPending}
            refusal={confirmation.error}
            onSend={send}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

const BAR =
  "da:sticky da:bottom-0 da:z-10 da:-mx-4 da:flex da:flex-col da:gap-2 da:border-t da:border-line da:bg-canvas da:px-4 da:py-2 da:sm:py-3";

interface DecisionProps extends ComponentProps<typeof Button> {
  name: string;
  /** What stands on it where all of them have one row of a phone. */
  short?: string;
  icon: LucideIcon;
}

/** One of them: on a phone a column, its picture above its word. */
function Decision({ name, short = name, icon: Icon, ...rest }: DecisionProps) {
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={name}
      {...rest}
      className="da:max-sm:flex-col da:max-sm:gap-0.5 da:max-sm:px-1 da:max-sm:text-xs">
      <Icon aria-hidden="true" size={16} />
      <span className="da:sm:hidden">{short}</span>
      <span className="da:hidden da:sm:inline">{name}</span>
    </Button>
  );
}

/** Why what this contest might be waiting for cannot be done. */
function whyNot({ status, phase, may }: AdminContest): string {
  if (phase === "cancelled") return may.confirm.because;
  if (status === "open") return may.returnToReview.because;
  return may.confirm.because;
}
