import { toast } from "@conquest/shared/singletons/toast";

/** What a call about a contest tells: the sentence below the contest's name, or why it was refused. */
export const telling = (sentence: string, contest: { name: string }) => ({
  onSuccess: () => {
    toast.success(
      <>
        <span className="cq-hint da:block" dir="auto">
          {contest.name}
        </span>
        <span className="da:block">{sentence}</span>
      </>,
    );
  },
  onError: (error: Error) => {
    toast.error(error.message);
  },
});
