import { toast } from "@conquest/shared/singletons/toast";

/** What a call about a contest tells: the sentence with the contest's name below it, or why it was refused. */
export const telling = (sentence: string, contest: { name: string }) => ({
  onSuccess: () => {
    toast.success(
      <>
        <span className="da:block">{sentence}</span>
        <span className="cq-hint da:block">{contest.name}</span>
      </>,
    );
  },
  onError: (error: Error) => {
    toast.error(error.message);
  },
});
