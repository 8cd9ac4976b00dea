import { Suspense, useState, type MouseEvent, type ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { t } from "@conquest/shared/singletons/language";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

/** Reuses the component and chunk of the contest page. */
const Details = lazyComponent(async () => ({
  default: (await import(/* webpackChunkName: "page-contest-details" */ "../contest-details-page")).Details,
}));

/** Loads the page in parallel with the request. */
export const usePreloadedDetails = () => usePreload(true, Details);

export const PreviewSpinner = () => <Spinner label={t("Loading the preview")} />;

export const PreviewedContest = ({ contest }: { contest: ContestDetails }) => (
  <WithoutActions>
    <Suspense fallback={<PreviewSpinner />}>
      <Details contest={contest} isPreview />
    </Suspense>
  </WithoutActions>
);

/** Blocks clicks and says so, because the contest does not exist yet. Links to sections work. */
function WithoutActions({ children }: { children: ReactNode }) {
  const [isPressed, setIsPressed] = useState(false);
  const stop = (event: MouseEvent) => {
    if (!(event.target as Element).closest("a:not([href*='#']), button")) return;
    event.preventDefault();
    event.stopPropagation();
    setIsPressed(true);
  };
  return (
    <>
      <div role="status" className="pu:empty:hidden">
        {isPressed && (
          <Note tone="warning">
            {t("Buttons and links don't work in a preview. They will once the contest is open.")}
          </Note>
        )}
      </div>
      <div onClickCapture={stop}>{children}</div>
    </>
  );
}
