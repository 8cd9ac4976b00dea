import { msg } from "@conquest/shared/contracts/text/message";
import { toast } from "@conquest/shared/singletons/toast";
import { langOf } from "@conquest/shared/ui/format/lang-of";

export const DECISION_TOASTS = {
  comment: msg("Comment sent successfully!"),
  changes_requested: msg("Changes requested"),
  rejected: msg("Contest rejected"),
};

/** Returns mutation callbacks that show the translated sentence below the contest's name, or the error. */
export const contestCallbacks = (sentence: string, contest: { name: string }) => ({
  onSuccess: () =>
    toast.success(
      <>
        <span className="cq-hint da:block" dir="auto" lang={langOf(contest.name)}>
          {contest.name}
        </span>
        <span className="da:block">{sentence}</span>
      </>,
    ),
  onError: (error: Error) => toast.error(error.message),
});
