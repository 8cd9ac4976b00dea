import { useNavigate } from "react-router-dom";
import { t } from "@conquest/shared/singletons/language";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { LostSummit } from "@conquest/shared/ui/picture/illustrations";
import { hasPreviousPage } from "@conquest/shared/ui/page/previous-page";

export function NotFoundScreen() {
  const navigate = useNavigate();
  const goBack = () => void (hasPreviousPage() ? navigate(-1) : navigate("/"));
  return (
    <div className="cq-state sh-screen">
      <div role="img" aria-label={t("A signpost below a summit that no path leads to")}>
        <LostSummit />
      </div>
      <h1 className="cq-state-title">{t("The page you are looking for does not exist")}</h1>
      <div className="cq-state-action">
        <Button onClick={goBack}>{t("Go Back")}</Button>
        <ButtonLink to="/all_contests" variant="secondary">
          {t("Search contests")}
        </ButtonLink>
        <ButtonLink to="/top_contests" variant="secondary">
          {t("Popular contests")}
        </ButtonLink>
      </div>
    </div>
  );
}
