import { useQuery } from "@tanstack/react-query";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { updateContest } from "@conquest/shared/contracts/publishing";
import type { ContestFormInput, MyContest } from "@conquest/shared/contracts/contests";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { ContestComments } from "./contest-comments";
import { formOf } from "./contest-fields";
import { ContestForm } from "./contest-form";

/** Only what differs is sent: what nobody touched must not look like a change. */
function changed(values: ContestFormInput, initial: ContestFormInput): Partial<ContestFormInput> {
  const differs = ([name, value]: [string, unknown]) => String(value).trim() !== String(initial[name as keyof ContestFormInput]);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

export default function UpdateContestDialog({ contest, onClose }: { contest: MyContest; onClose: () => void }) {
  const { _id: me } = useAccount();
  const details = useQuery(query(getContestDetails, { params: { id: contest._id } }));
  const update = useCall(updateContest);
  return (
    <Dialog isOpen onClose={onClose} title="Update Contest" size="lg">
      <ContestComments comments={contest.comments} />
      <QueryView query={details} skeleton={<Spinner label="Loading the contest" />}>
        {(data) => {
          const { isAllowed, because, frozen } = data.may.edit;
          if (!isAllowed) return <Note tone="warning">{because}</Note>;
          const isFrozen = Object.keys(frozen).length > 0;
          const initial = formOf(data);
          return (
            <>
              {isFrozen && (
                <Note tone="info" title="The terms are fixed">
                  People have joined: what they joined for stays as it is{data.may.extend.isAllowed && ". The deadline is moved to later with “Extend the deadline”"}.
                </Note>
              )}
              {data.status === "open" && !isFrozen && (
                <Note tone="warning">
                  Nobody has joined yet, so you may still change the terms. Doing so sends the contest back to review, and it is hidden until an
                  admin confirms it again.
                </Note>
              )}
              <ContestForm
                initial={initial}
                draft={`contest:${me}:${contest._id}`}
                frozen={frozen}
                submitLabel="Update Contest"
                onCancel={onClose}
                onSubmit={async (values) => {
                  const body = changed(values, initial);
                  const { modifiedCount } = await update.mutateAsync({ params: { id: contest._id }, body }).catch((error: unknown) => {
                    // Somebody may have joined meanwhile: the fields that froze then stand as they are, with the reason.
                    void details.refetch();
                    throw error;
                  });
                  if (modifiedCount > 0) toast.success("Contest updated successfully");
                  onClose();
                }}
              />
            </>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
