import { Button } from "@conquest/shared/ui/button";

interface Props {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  /** How many are on the screen, and how many there are. */
  shown: number;
  total: number;
}

export function LoadMore({ hasMore, isLoading, onMore, shown, total }: Props) {
  return (
    <div className="cq-load-more">
      <p className="cq-load-more-count" aria-live="polite">
        Showing {shown} of {total}
      </p>
      {hasMore && (
        <Button variant="secondary" isBusy={isLoading} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
