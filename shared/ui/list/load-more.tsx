import { Button, buttonClass } from "@conquest/shared/ui/button";
import { formatNumber } from "@conquest/shared/ui/format/text";

interface Props {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  shown: number;
  total: number;
  isTotalAtLeast?: boolean | undefined;
  /** URL of a page with the rest, for browsers without JavaScript and for search engines, which ignore `noscript`. */
  restAt?: string | undefined;
}

export function LoadMore({ hasMore, isLoading, onMore, shown, total, isTotalAtLeast = false, restAt }: Props) {
  return (
    <div className="cq-load-more">
      <p className="cq-load-more-count" aria-live="polite">
        Showing {shown} of {isTotalAtLeast ? `${formatNumber(total)}+` : total}
      </p>
      {hasMore && (
        <Button variant="secondary" isBusy={isLoading} onClick={onMore} className="cq-with-scripts">
          Load more
        </Button>
      )}
      {hasMore && restAt && (
        <a href={restAt} className={buttonClass({ variant: "secondary" }, "cq-without-scripts")}>
          Show the rest
        </a>
      )}
    </div>
  );
}
