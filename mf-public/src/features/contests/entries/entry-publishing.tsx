import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { publishEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";

interface Props {
  contest: ContestDetails;
  entry: MyEntry;
}

export function EntryPublishing({ contest: { _id, may, isPublic }, entry: { isPublished, isHidden, files } }: Props) {
  const publish = useCall(publishEntry);
  const { isAllowed, because } = may.publishEntry;
  if (isHidden && isPublished)
    return (
      <p>
        Your entry is hidden after a report: besides you, only those who judge the contest and the admins can read it.
        Your notices lead to where you can answer.
      </p>
    );
  const offShow =
    isPublished &&
    !isPublic &&
    "Your entry is published. As long as the public does not see this contest, only those who take part in it or run it can read it here, with your name.";
  if (!isAllowed) return isPublished ? <p>{offShow || because}</p> : null;
  return (
    <div className="pu:flex pu:flex-col pu:items-start pu:gap-3">
      <p role="status">
        {offShow ||
          (isPublished
            ? `Everybody can read your entry on this page, with your name${files.length > 0 ? " and your files" : ""}.`
            : "Your entry is not published: besides you, only those who judge the contest and the admins can read it.")}
      </p>
      {publish.error && (
        <Note
          tone="danger"
          isAlert
          title={isPublished ? "Your entry was not taken back" : "Your entry was not published"}>
          {publish.error.message}
        </Note>
      )}
      <Button
        variant="secondary"
        isBusy={publish.isPending}
        onClick={() => publish.mutate({ params: { contestId: _id }, body: { isPublished: !isPublished } })}>
        {isPublished ? "Take it back" : "Publish my entry"}
      </Button>
    </div>
  );
}
