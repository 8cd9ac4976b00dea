import { useNavigate } from "react-router-dom";
import { Button } from "@conquest/shared/ui/button";
import { LostSummit } from "@conquest/shared/ui/illustrations";

export function NotFoundScreen() {
  const navigate = useNavigate();
  const goBack = () => void (canGoBack() ? navigate(-1) : navigate("/"));
  return (
    <div className="cq-state sh-screen">
      <div role="img" aria-label="A signpost below a summit that no path leads to">
        <LostSummit />
      </div>
      <h1 className="cq-state-title">The page you are looking for does not exist</h1>
      <div className="cq-state-action">
        <Button onClick={goBack}>Go Back</Button>
      </div>
    </div>
  );
}

/** Whether a page of this site comes before this one. The router's own count begins anew with every page load. */
function canGoBack(): boolean {
  const { idx = 0 } = (history.state ?? {}) as { idx?: number };
  return window.navigation?.canGoBack ?? idx > 0;
}
