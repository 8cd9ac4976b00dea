import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { publishEntry, type MyEntry } from "@conquest/shared/contracts/entries";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";

interface Props {
  contest: ContestDetails;
  entry: MyEntry;
}

export function EntryPublishing({ contest, entry: { isPublished, isHidden, files } }: Props) {
  const { _id, may, isPublic } = contest;
  const isByTeam = contest.viewer?.isInTeam;
  const publish = useCall(publishEntry);
  const { isAllowed, because } = may.publishEntry;
  if (isHidden && isPublished)
    return (
      <p>
        {t(
          "Your entry was reported and is hidden. Only you, the creator, judges and admins can see it. You can respond from your notifications.",
        )}
      </p>
    );
  const offShow =
    isPublished &&
    !isPublic &&
    t(
      isByTeam
        ? "Your entry is published with your team's name. While this contest is hidden, only its participants, the creator, judges and admins can see it here."
        : "Your entry is published with your name. While this contest is hidden, only its participants, the creator, judges and admins can see it here.",
    );
  if (!isAllowed) return isPublished ? <p>{offShow || because}</p> : null;
  return (
    <div className="pu:flex pu:flex-col pu:items-start pu:gap-3">
      <p role="status">
        {offShow || t(isPublished ? publishedText(isByTeam, files.length > 0) : privateText(isByTeam))}
      </p>
      {publish.error && (
        <Note
          tone="danger"
          role="alert"
          title={t(isPublished ? "Couldn't unpublish your entry" : "Couldn't publish your entry")}>
          {publish.error.message}
        </Note>
      )}
      <Button
        variant="secondary"
        isBusy={publish.isPending}
        onClick={() => publish.mutate({ params: { contestId: _id }, body: { isPublished: !isPublished } })}>
        {t(isPublished ? "Unpublish entry" : "Publish entry")}
      </Button>
    </div>
  );
}

function publishedText(isByTeam: boolean | undefined, hasFiles: boolean): string {
  if (isByTeam)
    return hasFiles
      ? msg("Anyone can see your entry on this page, with your team's name and files.")
      : msg("Anyone can see your entry on this page, with your team's name.");
  return hasFiles
    ? msg("Anyone can see your entry on this page, with your name and files.")
    : msg("Anyone can see your entry on this page, with your name.");
}

const privateText = (isByTeam: boolean | undefined): string =>
  isByTeam
    ? msg("Your entry is private. Only your team, the creator, judges and admins can see it.")
    : msg("Your entry is private. Only you, the creator, judges and admins can see it.");
