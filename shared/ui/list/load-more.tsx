import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button, buttonClass } from "@conquest/shared/ui/button";
import { formatNumber } from "@conquest/shared/ui/format/text";
import type { Pages } from "@conquest/shared/ui/list/use-stable-order";
import { FailedState } from "@conquest/shared/ui/state/failed-state";

interface Props {
  list: UseInfiniteQueryResult<Pages<unknown>>;
  shown: number;
  onMore?: () => void;
  /** The title of the error if the next page could not be loaded. */
  failed?: string;
  /** URL of a page with the rest, for browsers without JavaScript and for search engines, which ignore `noscript`. */
  restAt?: string;
}

export function LoadMore({ list, shown, onMore = () => void list.fetchNextPage(), failed, restAt }: Props) {
  const { total = 0, isTotalAtLeast = false } = list.data?.pages[0] ?? {};
  const hasFailed = failed !== undefined && list.isFetchNextPageError;
  const hasMore = list.hasNextPage && !hasFailed;
  return (
    <>
      {hasFailed && (
        <FailedState title={failed} error={list.error} isRetrying={list.isFetchingNextPage} onRetry={onMore} />
      )}
      <div className="cq-load-more">
        <p className="cq-load-more-count" aria-live="polite">
          {t("Showing {shown} of {total}", {
            shown: digits(String(shown)),
            total:
              isTotalAtLeast && shown <= total ? `${formatNumber(total)}+` : digits(String(Math.max(shown, total))),
          })}
        </p>
        {hasMore && (
          <Button variant="secondary" isBusy={list.isFetchingNextPage} onClick={onMore} className="cq-with-scripts">
            {t("Load more")}
          </Button>
        )}
        {hasMore && restAt && (
          <a href={restAt} className={buttonClass({ variant: "secondary" }, "cq-without-scripts")}>
            {t("Show more")}
          </a>
        )}
      </div>
    </>
  );
}
