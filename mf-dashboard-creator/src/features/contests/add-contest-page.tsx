import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { getDraft } from "@conquest/shared/contracts/drafts";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { useOptimisticSearchParams } from "@conquest/shared/ui/page/use-optimistic-search-params";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { useSteps, type Steps } from "./contest-steps";
import { DraftEditor } from "./drafts/draft-editor";
import { DRAFTS_PATH } from "./drafts/draft-name";

/** Key prefix of forms that were opened empty; the key of others is the id of the draft they opened. */
const NEW_FORM = "new:";

export default function AddContestPage() {
  const address = useOptimisticSearchParams();
  const [params, setParams] = address;
  const steps = useSteps(address);
  const { key } = useLocation();
  const navigation = useNavigationType();
  const id = params.get("draft");
  const opened = { form: id ?? `${NEW_FORM}${key}`, id, key };
  const [shown, setShown] = useState(opened);
  if (key !== shown.key) {
    // Going to another step, or Back to one, keeps the form, also if it had no draft yet; links open another one.
    const isSame = id === null ? params.has("step") || navigation !== "PUSH" : id === shown.id;
    setShown(isSame ? { ...shown, key } : opened);
  }
  // Keeps the form mounted while the user is typing; a reload or Back opens the draft.
  const showDraft = (draftId: string) => {
    setShown({ ...shown, id: draftId });
    setParams({ draft: draftId });
  };
  return (
    <>
      <PageHeading
        title={t("Add Contest")}
        subtitle={t("An admin reviews it first. Once it's approved, people can join.")}
        actions={
          <ButtonLink to={DRAFTS_PATH} size="sm" variant="secondary">
            {t("Drafts")}
          </ButtonLink>
        }
      />
      <section className="cq-panel" aria-label={t("New contest")}>
        {shown.form.startsWith(NEW_FORM) ? (
          <DraftEditor key={shown.form} id={shown.id ?? undefined} onBegun={showDraft} steps={steps} />
        ) : (
          <ExistingDraft key={shown.form} first={shown.form} id={shown.id!} onBegun={showDraft} steps={steps} />
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
  steps: Steps;
}

function ExistingDraft({ first, id, onBegun, steps }: ExistingDraftProps) {
  // Loads the latest version, but only once: from then on the form is newer.
  const draft = useQuery({
    ...query(getDraft, { params: { id: first } }),
    gcTime: 0,
    staleTime: 0,
    enabled: ({ state }) => state.data === undefined,
  });
  if (!draft.data && draft.error instanceof ApiError && draft.error.status === 404) {
    return (
      <EmptyState
        title={t("We couldn't find that draft")}
        action={<ButtonLink to={DRAFTS_PATH}>{t("Go to your drafts")}</ButtonLink>}>
        {t("It may have been deleted, or added as a contest.")}
      </EmptyState>
    );
  }
  return (
    <QueryView query={draft} skeleton={<Spinner label={t("Loading your draft")} />}>
      {(data) => <DraftEditor draft={data} id={id} onBegun={onBegun} steps={steps} />}
    </QueryView>
  );
}
