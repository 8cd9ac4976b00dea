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
import { DraftEditor } from "./drafts/draft-editor";
import { DRAFTS } from "./drafts/draft-state";

/** How the keys of forms begin that were empty when they were opened; those of others are the id of the draft that they opened. */
const NEW = "new:";

/** A new contest, or with `?draft=` one that was begun before. */
export default function AddContestPage() {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const navigate = useNavigate();
  const [begun, setBegun] = useState<{ form: string; id: string }>();
  const id = params.get("draft");
  const form = id === null ? `${NEW}${key}` : begun?.id === id ? begun.form : id;
  // The form stays as it is and somebody types on in it; a reload, or the way back, comes to the draft.
  const become = (draftId: string) => {
    setBegun({ form, id: draftId });
    void navigate(`?draft=${draftId}`, { replace: true });
  };
  return (
    <>
      <PageHeading
        title="Add Contest"
        subtitle="An admin looks at it first; once confirmed, everyone can see and join it."
        actions={
          <ButtonLink to={DRAFTS} size="sm" variant="secondary">
            Drafts
          </ButtonLink>
        }
      />
      <section className="cq-panel" aria-label="New contest">
        {form.startsWith(NEW) ? (
          <DraftEditor key={form} id={id ?? undefined} onBegun={become} />
        ) : (
          <BegunBefore key={form} first={form} id={id!} onBegun={become} />
        )}
      </section>
    </>
  );
}

interface BegunBeforeProps {
  /** The draft that was opened. */
  first: string;
  /** The draft that it is now: another one, where the first is gone. */
  id: string;
  onBegun: (id: string) => void;
}

function BegunBefore({ first, id, onBegun }: BegunBeforeProps) {
  // As it is now, and not as it was when somebody last looked; and once: what is typed here is newer from then on.
  const draft = useQuery({
    ...query(getDraft, { params: { id: first } }),
    gcTime: 0,
    staleTime: 0,
    enabled: ({ state }) => state.data === undefined,
  });
  if (!draft.data && draft.error instanceof ApiError && draft.error.status === 404) {
    return (
      <EmptyState title="There is no such draft" action={<ButtonLink to={DRAFTS}>Your drafts</ButtonLink>}>
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
