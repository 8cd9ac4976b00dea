import { Suspense, useState, type MouseEvent, type ReactNode } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Note } from "@conquest/shared/ui/note";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Spinner } from "@conquest/shared/ui/state/spinner";

/** The very page that others get, and its very files. */
const Details = lazyComponent(async () => ({
  default: (await import(/* webpackChunkName: "page-contest-details" */ "../contest-details-page")).Details,
}));

/** Asks for them beside the answer, and not after it. */
export const loadDetails = () => Details.load().catch(() => undefined);

export const WAIT = <Spinner label="Loading the preview" />;

/** A contest as its page will be. */
export const PreviewedContest = ({ contest }: { contest: ContestDetails }) => (
  <WithoutActs>
    <Suspense fallback={WAIT}>
      <Details contest={contest} isPreview />
    </Suspense>
  </WithoutActs>
);

/** What is pressed in it does nothing but say so: the contest that it is about is not there yet. */
function WithoutActs({ children }: { children: ReactNode }) {
  const [isPressed, setIsPressed] = useState(false);
  const stop = (event: MouseEvent) => {
    if (!(event.target as Element).closest("a, button")) return;
    event.preventDefault();
    event.stopPropagation();
    setIsPressed(true);
  };
  return (
    <>
      <div role="status" className="pu:empty:hidden">
        {isPressed && (
          <Note tone="warning">
            Buttons and links of a preview do nothing. They are for others, once the contest is open.
          </Note>
        )}
      </div>
      <div onClickCapture={stop}>{children}</div>
    </>
  );
}
