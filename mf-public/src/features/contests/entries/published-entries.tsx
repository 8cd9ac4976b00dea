import { useInfiniteQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { listPublishedEntries } from "@conquest/shared/contracts/entries";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Badge, CountBadge } from "@conquest/shared/ui/badge";
import { FileList } from "@conquest/shared/ui/files/file-list";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { ReportButton } from "../reporting/report-button";
import { SkeletonEntries } from "./entry-gallery";

/** Few, because entries can be long. */
const PAGE_SIZE = 10;

/** Published entries of a finished contest, the winning one first. Renders nothing if there are none. */
export default function PublishedEntries({ contestId }: { contestId: string }) {
  const entries = useInfiniteQuery(pages(listPublishedEntries, { params: { contestId }, query: { limit: PAGE_SIZE } }));
  const total = entries.data?.pages[0]?.total;
  if (total === 0) return null;
  return (
    <section id="entries" aria-labelledby="published-entries" className="pu:flex pu:flex-col pu:gap-4">
      <h2 id="published-entries" tabIndex={-1} className="cq-section-title pu:flex pu:items-center pu:gap-3">
        {t("Published entries")}{" "}
        {total !== undefined && <CountBadge count={total} label={t(total === 1 ? "entry" : "entries")} />}
      </h2>
      <QueryView query={entries} skeleton={<SkeletonEntries />}>
        {(data) => {
          const shown = data.pages.flatMap((page) => page.items);
          return (
            <>
              <ul className="pu:flex pu:flex-col pu:gap-4">
                {shown.map((entry) => (
                  <li key={entry._id}>
                    <PublishedEntry entry={entry} />
                  </li>
                ))}
              </ul>
              {(entries.hasNextPage || data.pages.length > 1) && (
                <LoadMore list={entries} shown={shown.length} failed={t("Couldn't load more entries")} />
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

function PublishedEntry({ entry }: { entry: ResponseOf<typeof listPublishedEntries>[number] }) {
  const { _id, name, photo, text, link, files, isWinner, prizeName, hasReported, may } = entry;
  const author = name || t("Unnamed participant");
  return (
    <article aria-label={t("Entry by {name}", { name: author })} className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <header className="pu:flex pu:flex-wrap pu:items-center pu:justify-between pu:gap-3">
        <div className="pu:flex pu:min-w-0 pu:items-center pu:gap-3">
          <Avatar src={photo} name={name} alt="" />
          <h3 className="pu:min-w-0 pu:font-semibold pu:wrap-anywhere" dir="auto" lang={langOf(author)}>
            {author}
          </h3>
        </div>
        {isWinner && (
          <Badge tone="gold" icon="cq-icon cq-icon-trophy">
            {t("Winning entry")}
          </Badge>
        )}
        {prizeName && (
          <Badge tone="gold" icon="cq-icon cq-icon-trophy">
            <bdi>{prizeName}</bdi>
          </Badge>
        )}
      </header>
      <UserText>{text}</UserText>
      {link && (
        <p>
          <a href={link} target="_blank" rel="nofollow ugc noopener" className="cq-link pu:break-all">
            {link}
          </a>
        </p>
      )}
      <FileList files={files} label={t("Files by {name}", { name: author })} />
      {(may.report.isAllowed || hasReported) && (
        <div className="pu:-mb-2 pu:-ml-3">
          <ReportButton
            reported={{ kind: "entry", id: _id }}
            may={may.report}
            hasReported={hasReported}
            label={t("Report the entry by {name}", { name: author })}
          />
        </div>
      )}
    </article>
  );
}
