import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { getContestReview } from "@conquest/shared/contracts/review";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { usePreloadedDetails, PreviewedContest, PreviewSpinner } from "./previewed-contest";

export default function ReviewPreviewPage() {
  const { id = "" } = useParams();
  const review = useQuery({ ...query(getContestReview, { params: { id } }), staleTime: 0 });
  usePreloadedDetails();
  return (
    <div className="cq-container pu:flex pu:flex-col pu:gap-6 pu:pt-6 pu:pb-20">
      <title>{`${t("Preview")} | Conquest`}</title>
      <Note tone="info" title={t("This is a preview")}>
        <p className="pu:mb-3">{t("This is how everyone would see this contest if you approved it now.")}</p>
        <ButtonLink to={`/dashboard/contest_review/${id}`} size="sm">
          {t("Back to the review")}
        </ButtonLink>
      </Note>
      {!review.data && (
        <h1 tabIndex={-1} id="page-heading" className="cq-title">
          {t("Preview")}
        </h1>
      )}
      <QueryView query={review} skeleton={<PreviewSpinner />}>
        {({ asVisitors }) => <PreviewedContest contest={asVisitors} />}
      </QueryView>
    </div>
  );
}
