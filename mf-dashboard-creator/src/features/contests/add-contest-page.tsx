import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { getDraft } from "@conquest/shared/contracts/drafts";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { DraftEditor, DRAFTS_PATH } from "./drafts/draft-editor";

/** Key prefix of forms that were opened empty; the key of others is the id of the draft they opened. */
const NEW_FORM = "new:";

export default function AddContestPage() {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  const [createdDraft, setCreatedDraft] = useState<{ form: string; id: string }>();
  const id = params.get("draft");
  const form = id === null ? `${NEW_FORM}${key}` : createdDraft?.id === id ? createdDraft.form : id;
  // Keeps the form mounted while the user is typing; a reload or Back opens the draft.
  const showDraft = (draftId: string) => {
    setCreatedDraft({ form, id: draftId });
    void navigate(`?draft=${draftId}`, { replace: true });
  };
  return (
    <>
      <PageHeading
        title="Add Contest"
        subtitle="An admin looks at it first; once confirmed, everyone can see and join it."
        actions={
          <ButtonLink to={DRAFTS_PATH} size="sm" variant="secondary">
            Drafts
          </ButtonLink>
        }
      />
      <section className="cq-panel" aria-label="New contest">
        {form.startsWith(NEW_FORM) ? (
          <DraftEditor key={form} id={id ?? undefined} onBegun={showDraft} />
        ) : (
          <ExistingDraft key={form} first={form} id={id!} onBegun={showDraft} />
        )}
      </section>
    </>
  );
}

interface ExistingDraftProps {
  first: string;
  /** Current id: another one if the first draft was deleted. */
  id: string;
  onBegun: (id: string) => void;
}

function ExistingDraft({ first, id, onBegun }: ExistingDraftProps) {
  // Loads the latest version, but only once: from then on the form is newer.
  const draft = useQuery({
    ...query(getDraft, { params: { id: first } }),
    gcTime: 0,
    staleTime: 0,
    enabled: ({ state }) => state.data === undefined,
  });
  if (!draft.data && draft.error instanceof ApiError && draft.error.status === 404) {
    return (
      <EmptyState title="There is no such draft" action={<ButtonLink to={DRAFTS_PATH}>Your drafts</ButtonLink>}>
        It may have been added as a contest, or deleted.
      </EmptyState>
    );
  }
  return (
    <QueryView query={draft} skeleton={<Spinner label="Loading your draft" />}>
      {(data) => <DraftEditor draft={data} id={id} onBegun={onBegun} />}
    </QueryView>
  );
}
