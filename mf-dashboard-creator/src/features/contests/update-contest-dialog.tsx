import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { updateContest } from "@conquest/shared/contracts/publishing";
import type { ContestDetails, ContestFormInput, MyContest, ContestComment } from "@conquest/shared/contracts/contests";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { draftBasis } from "@conquest/shared/singletons/drafts";
import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { toFormInput } from "./contest-field-config";
import { ContestForm } from "./contest-form";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";

/** Sends only fields changed since editing began: others must neither look changed nor revert another user's change. */
function changed(values: ContestFormInput, base: ContestFormInput, frozen: object): Partial<ContestFormInput> {
  const isChanged = ([name, value]: [string, unknown]) =>
    !(name in frozen) && String(value).trim() !== String(base[name as keyof ContestFormInput]);
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

export default function UpdateContestDialog({ contest, onClose }: { contest: MyContest; onClose: () => void }) {
  const details = useQuery(query(getContestDetails, { params: { id: contest._id } }));
  return (
    <Dialog onClose={onClose} title={t("Update Contest")} size="lg">
      <ContestComments comments={contest.comments} />
      <QueryView query={details} skeleton={<Spinner label={t("Loading the contest")} />}>
        {(data) => {
          const { isAllowed, because, frozen } = data.may.edit;
          if (!isAllowed) return <Note tone="warning">{because}</Note>;
          const isFrozen = Object.keys(frozen).length > 0;
          return (
            <>
              {isFrozen && (
                <Note tone="info" title={t("The terms are locked")}>
                  {t("People have joined, so you can't change them.")}
                  {data.may.extend.isAllowed && ` ${t("To move the deadline, use “Extend the deadline”.")}`}
                </Note>
              )}
              {data.status === "open" && !isFrozen && <TermsNote phase={data.phase} />}
              {(data.phase === "changes_requested" || data.phase === "rejected") && (
                <Note tone="info">{t("Saving sends the contest back for review.")}</Note>
              )}
              <LateForReview contest={data} />
              <UpdateForm contest={data} onRefused={() => void details.refetch()} onClose={onClose} />
            </>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

const TermsNote = ({ phase }: Pick<ContestDetails, "phase">) =>
  phase === "open" ? (
    <Note tone="warning">
      {t("No one has joined yet, so you can still change the terms.")}{" "}
      {t("This sends the contest back for review and hides it until an admin approves it again.")}
    </Note>
  ) : (
    <Note tone="info" title={t("This contest closed without participants")}>
      {t(
        "A later deadline reopens it right away. Changes to prices, task, tag, criteria, rules or entry form are reviewed first.",
      )}
    </Note>
  );

function LateForReview({ contest }: { contest: ContestDetails }) {
  const isLate = useIsReviewOverdue(contest);
  return (
    isLate && (
      <Note tone="warning">{t("The deadline has passed. Set a later one so an admin can approve the contest.")}</Note>
    )
  );
}

interface UpdateFormProps {
  contest: ContestDetails;
  /** Participants may have joined since: fields frozen by that are reset, with the reason. */
  onRefused: () => void;
  onClose: () => void;
}

function UpdateForm({ contest, onRefused, onClose }: UpdateFormProps) {
  const { _id: me } = useAccount();
  const update = useCall(updateContest);
  const draft = `contest:${me}:${contest._id}`;
  const { frozen } = contest.may.edit;
  const initial = toFormInput(contest);
  const [base] = useState(() => {
    const stored = draftBasis(draft);
    return stored === undefined ? initial : (JSON.parse(stored) as ContestFormInput);
  });
  return (
    <ContestForm
      initial={initial}
      draft={draft}
      basis={() => JSON.stringify(base)}
      frozen={frozen}
      submitLabel={t("Update Contest")}
      onCancel={onClose}
      foot={({ isDirty, forget }) =>
        isDirty && (
          <Button
            variant="ghost"
            onClick={() => {
              forget();
              onClose();
            }}>
            {t("Discard changes")}
          </Button>
        )
      }
      onSubmit={async (values) => {
        const { modifiedCount } = await update
          .mutateAsync({ params: { id: contest._id }, body: changed(values, base, frozen) })
          .catch((error: unknown) => {
            onRefused();
            throw error;
          });
        if (modifiedCount > 0) toast.success(t("Contest updated successfully"));
        else toast(t("No changes to save"));
        onClose();
      }}
    />
  );
}

const DECISIONS: Record<ContestComment["decision"], BadgeContent> = {
  comment: { label: msg("Comment"), tone: "info" },
  changes_requested: { label: msg("Changes requested"), tone: "warning" },
  rejected: { label: msg("Rejected"), tone: "danger" },
};

function ContestComments({ comments }: { comments: readonly ContestComment[] }) {
  if (comments.length === 0) return null;
  const newestFirst = comments.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <section aria-label={t("Comments from admins")} className="dc:flex dc:flex-col dc:gap-3">
      {newestFirst.map(({ _id, text, decision, isReturn, author, at }) => (
        <article key={_id} className="dc:flex dc:flex-col dc:gap-2 dc:rounded-md dc:bg-sunk dc:p-4">
          <p className="dc:flex dc:flex-wrap dc:items-center dc:gap-2">
            {isReturn ? (
              <Badge tone="warning">{t("Back in review")}</Badge>
            ) : (
              <ValueBadge of={DECISIONS} value={decision} />
            )}
            <span className="cq-hint">
              {author}, <RelativeTime at={at} />
            </span>
          </p>
          <UserText>{text}</UserText>
        </article>
      ))}
    </section>
  );
}
