import { useQueryClient } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleX, MessageSquareText, PencilLine, Undo2, type LucideIcon } from "lucide-react";
import { Suspense, useState, type ComponentProps } from "react";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { commentOnContest, confirmContest, returnToReview } from "@conquest/shared/contracts/review";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import {
  useKeyboardShortcuts,
  areShortcutsEnabled,
  setShortcutsEnabled,
} from "@conquest/shared/ui/page/use-keyboard-shortcuts";
import { contestCallbacks, DECISION_TOASTS } from "../contest-toast";
import type { ReviewDecision } from "./review-dialog";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

const Question = lazyComponent(() => import(/* webpackChunkName: "review-question" */ "./review-dialog"));

interface Props {
  contest: AdminContest;
  revision: number;
  isStale: boolean;
  /** Reports whether a decision is pending, which itself changes the revision. */
  onDeciding: (isDeciding: boolean) => void;
  /** Called with a translated sentence without a full stop, such as "Approved". */
  onDecided: (decided: string) => Promise<void>;
}

/** Buttons and shortcuts that open dialogs, so that no single key decides. */
export function Decisions({ contest, revision, isStale, onDeciding, onDecided }: Props) {
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<ReviewDecision>();
  const confirmation = useCall(confirmContest);
  const comment = useCall(commentOnContest);
  const returnContest = useCall(returnToReview);
  const { _id: id, may, phase } = contest;
  const close = () => {
    setDialog(undefined);
    confirmation.reset();
  };
  usePreload(true, Question);

  const handleError = (error: Error) => {
    onDeciding(false);
    // A conflict means concurrent changes, which the page then shows.
    if (error instanceof ApiError && error.status === 409) void cache.invalidateQueries();
  };
  // Awaited, since callbacks passed to mutate do not run after unmounting, for example on navigation to another contest.
  const confirm = async () => {
    onDeciding(true);
    try {
      await confirmation.mutateAsync({ params: { id }, query: { revision }, body: { status: "open" } });
    } catch (error) {
      return handleError(error as Error);
    }
    contestCallbacks(t("Status updated successfully!"), contest).onSuccess();
    close();
    await onDecided(t("Approved"));
  };
  const send = async (text: string) => {
    if (!dialog || dialog === "confirmed" || dialog === "cancelled") return;
    onDeciding(dialog !== "comment");
    try {
      if (dialog === "returned") await returnContest.mutateAsync({ params: { id }, body: { reason: text, revision } });
      else await comment.mutateAsync({ params: { id }, body: { text, decision: dialog, revision } });
    } catch (error) {
      handleError(error as Error);
      throw error;
    }
    const decided = dialog === "returned" ? t("Back in review") : t(DECISION_TOASTS[dialog]);
    contestCallbacks(decided, contest).onSuccess();
    close();
    if (dialog !== "comment") await onDecided(decided);
  };

  const isPending = may.decide.isAllowed;
  const can = {
    confirm: !isStale && may.confirm.isAllowed,
    decide: !isStale && isPending,
    back: !isStale && may.returnToReview.isAllowed,
  };
  useKeyboardShortcuts({
    ...(can.confirm && { c: () => setDialog("confirmed") }),
    ...(can.decide && { a: () => setDialog("changes_requested"), r: () => setDialog("rejected") }),
    ...(can.back && { b: () => setDialog("returned") }),
    m: () => setDialog("comment"),
  });
  return (
    <div className={BAR}>
      <div
        role="group"
        aria-label={t("Decide")}
        className="da:grid da:auto-cols-fr da:grid-flow-col da:gap-1.5 da:sm:flex da:sm:flex-wrap da:sm:gap-2">
        {(isPending || may.confirm.isAllowed) && (
          <DecisionButton
            name={t("Confirm")}
            icon={CircleCheck}
            variant="primary"
            disabled={!can.confirm}
            title={may.confirm.because || undefined}
            onClick={() => setDialog("confirmed")}
          />
        )}
        {isPending && (
          <>
            <DecisionButton
              name={t("Ask for changes")}
              short={t("Changes")}
              icon={PencilLine}
              disabled={!can.decide}
              onClick={() => setDialog("changes_requested")}
            />
            <DecisionButton
              name={t("Reject")}
              icon={CircleX}
              disabled={!can.decide}
              onClick={() => setDialog("rejected")}
            />
          </>
        )}
        {contest.status === "open" && phase !== "cancelled" && (
          <DecisionButton
            name={t("Back to review")}
            short={t("To review")}
            icon={Undo2}
            disabled={!can.back}
            onClick={() => setDialog("returned")}
          />
        )}
        <DecisionButton name={t("Comment")} icon={MessageSquareText} onClick={() => setDialog("comment")} />
        {may.remove.isAllowed && may.remove.how === "cancel" && (
          <DecisionButton
            name={t("Cancel contest")}
            short={t("Cancel")}
            icon={Ban}
            variant="danger"
            onClick={() => setDialog("cancelled")}
          />
        )}
      </div>
      {denialReason(contest) && <p className="cq-hint">{denialReason(contest)}</p>}
      <Suspense>
        {dialog && (
          <Question
            what={dialog}
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

interface DecisionButtonProps extends ComponentProps<typeof Button> {
  name: string;
  short?: string;
  icon: LucideIcon;
}

function DecisionButton({ name, short = name, icon: Icon, ...rest }: DecisionButtonProps) {
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

function denialReason({ status, phase, may }: AdminContest): string {
  if (phase === "cancelled") return may.confirm.because;
  if (status === "open") return may.returnToReview.because;
  return may.confirm.because;
}

const shortcutsFor = ({ confirm, decide, returnToReview }: AdminContest["may"]) =>
  [
    { key: "J", what: t("next") },
    { key: "K", what: t("previous") },
    confirm.isAllowed && { key: "C", what: t("confirm") },
    decide.isAllowed && { key: "A", what: t("ask for changes") },
    decide.isAllowed && { key: "R", what: t("reject") },
    returnToReview.isAllowed && { key: "B", what: t("back to review") },
    { key: "M", what: t("comment") },
  ].filter((shortcut) => shortcut !== false);

export function ReviewKeys({ may }: Pick<AdminContest, "may">) {
  const [areOn, setOn] = useState(areShortcutsEnabled);
  return (
    <section
      aria-label={t("Keyboard shortcuts")}
      className="da:hidden da:flex-wrap da:items-center da:gap-x-4 da:gap-y-1 da:text-sm da:text-muted da:md:flex">
      <strong>{t("Keyboard shortcuts")}</strong>
      {shortcutsFor(may).map(({ key, what }) => (
        <span key={key}>
          <kbd className="da:rounded-sm da:border da:border-line-strong da:bg-sunk da:px-1.5 da:font-mono">{key}</kbd>{" "}
          {what}
        </span>
      ))}
      <label className="da:flex da:min-h-8 da:cursor-pointer da:items-center da:gap-2">
        <input
          type="checkbox"
          className="toggle toggle-sm toggle-primary"
          checked={areOn}
          onChange={({ target }) => {
            setShortcutsEnabled(target.checked);
            setOn(target.checked);
          }}
        />
        {t("Use single-key shortcuts on this page")}
      </label>
    </section>
  );
}
