import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import type { ContestForm } from "@conquest/shared/contracts/contests";
import { previewDraft } from "@conquest/shared/contracts/drafts";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { msg, t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { usePreloadedDetails, PreviewedContest, PreviewSpinner } from "./previewed-contest";

const DRAFTS = "/dashboard/contest_drafts";

const FIELD_LABELS: Record<Exclude<keyof ContestForm, "hidesNames">, string> = {
  name: msg("Name"),
  description: msg("Description"),
  task: msg("Task"),
  criteria: msg("Judging criteria"),
  criteriaWeights: msg("Weights of the criteria"),
  registrationPrice: msg("Registration price"),
  prize: msg("Prize"),
  morePrizes: msg("More prizes"),
  rules: msg("Rules"),
  entryFields: msg("Entry form"),
  visibility: msg("Who can see it"),
  maxParticipants: msg("Maximum participants"),
  maxTeamSize: msg("Team size"),
  tags: msg("Tags"),
  deadline: msg("Deadline"),
  image: msg("Image URL"),
};

export default function ContestPreviewPage() {
  const { id = "" } = useParams();
  // Not cached: the draft has usually changed since the last preview.
  const preview = useQuery({ ...query(previewDraft, { params: { id } }), gcTime: 0, staleTime: 0 });
  usePreloadedDetails();
  const back = `/dashboard/add_contest?draft=${id}`;
  return (
    <div className="cq-container pu:flex pu:flex-col pu:gap-6 pu:pt-6 pu:pb-20">
      <title>{`${t("Preview")} | Conquest`}</title>
      {preview.data?.contest && !preview.isError ? (
        <>
          <Banner back={back} missing={preview.data.missing} />
          <PreviewedContest contest={preview.data.contest} />
        </>
      ) : (
        <>
          <h1 tabIndex={-1} id="page-heading" className="cq-title">
            {t("Preview")}
          </h1>
          {isGone(preview.error) ? (
            <EmptyState
              title={t("We couldn't find that draft")}
              action={<ButtonLink to={DRAFTS}>{t("Your drafts")}</ButtonLink>}>
              {t("It may have been submitted as a contest or deleted.")}
            </EmptyState>
          ) : (
            <QueryView query={preview} skeleton={<PreviewSpinner />}>
              {({ missing }) => <Unfinished missing={missing} back={back} />}
            </QueryView>
          )}
        </>
      )}
    </div>
  );
}

const Banner = ({ back, missing }: { back: string; missing: Missing }) => (
  <Note tone="info" title={t("This is a preview")}>
    <div className="pu:flex pu:flex-col pu:items-start pu:gap-3">
      <p>
        {t(
          "This is how others will see your contest once an admin approves it. Until you submit it, only you can open this page.",
        )}
      </p>
      {Object.keys(missing).length > 0 && (
        <div>
          <p>{t("Still missing:")}</p>
          <MissingFields missing={missing} />
        </div>
      )}
      <ButtonLink to={back} size="sm">
        {t("Back to the form")}
      </ButtonLink>
    </div>
  </Note>
);

const isGone = (error: Error | null) => error instanceof ApiError && error.status === 404;

type Missing = Record<string, string>;

const Unfinished = ({ missing, back }: { missing: Missing; back: string }) => (
  <EmptyState
    title={t("Not ready for a preview yet")}
    action={<ButtonLink to={back}>{t("Back to the form")}</ButtonLink>}>
    <MissingFields missing={missing} />
  </EmptyState>
);

const MissingFields = ({ missing }: { missing: Missing }) => (
  <ul className="pu:list-disc pu:ps-5 pu:text-start">
    {Object.entries(FIELD_LABELS).map(
      ([field, label]) =>
        missing[field] && (
          <li key={field}>
            <strong>{t(label)}:</strong> {missing[field]}
          </li>
        ),
    )}
  </ul>
);
