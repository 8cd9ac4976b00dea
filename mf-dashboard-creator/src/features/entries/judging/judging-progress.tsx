import { Button } from "@conquest/shared/ui/button";

interface Props {
  ratedCount: number;
  entryCount: number;
  /** Null if the viewer does not share the shortlist. */
  shortlistedCount: number | null;
  areNamesHidden: boolean;
  onKeys: () => void;
}

export function JudgingProgress({ ratedCount, entryCount, shortlistedCount, areNamesHidden, onKeys }: Props) {
  return (
    <div className="dc:mb-5 dc:flex dc:flex-wrap dc:items-end dc:gap-x-6 dc:gap-y-3">
      <div className="dc:min-w-0 dc:flex-1 dc:basis-64">
        <p id="judging-progress" className="dc:flex dc:flex-wrap dc:justify-between dc:gap-x-4">
          <span className="dc:font-semibold">
            {ratedCount} of {entryCount} rated
          </span>
          {shortlistedCount !== null && <span className="cq-hint">{shortlistedCount} shortlisted</span>}
        </p>
        <progress className="cq-progress" aria-labelledby="judging-progress" max={entryCount} value={ratedCount} />
        {areNamesHidden && <p className="cq-hint dc:mt-1">Names are hidden until the winner is chosen.</p>}
      </div>
      <Button variant="ghost" size="sm" className="dc:max-md:hidden" onClick={onKeys}>
        Keys
      </Button>
    </div>
  );
}
