import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useId } from "react";
import type { Progress } from "@conquest/shared/contracts/progress";
import { exportWaitingPeople, listWaitingPeople, type WaitingPerson } from "@conquest/shared/contracts/waiting-list";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { pathOf } from "@conquest/shared/singletons/call";
import { config } from "@conquest/shared/singletons/config";
import { language, t } from "@conquest/shared/singletons/language";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { DataTable, type Column } from "@conquest/shared/ui/list/data-table";
import { Section } from "@conquest/shared/ui/page/section";
import { Avatar } from "@conquest/shared/ui/picture/avatar";

interface Props {
  contestId: string;
  spots: NonNullable<Progress["spots"]>;
}

export default function WaitingPeople({ contestId, spots: { max, offered, waiting } }: Props) {
  const id = useId();
  const hasPeople = offered + waiting > 0;
  const people = useInfiniteQuery({ ...pages(listWaitingPeople, { params: { contestId } }), enabled: hasPeople });
  const rows = people.data?.pages.flatMap(({ items }) => items) ?? [];
  const file = pathOf(exportWaitingPeople, { params: { contestId } });
  return (
    <Section headingId={id} title={t("Spots and waiting list")} className="dc:flex dc:flex-col dc:gap-3">
      <p>
        {[
          max === null ? t("No limit any more.") : t("At most {max} participants.", { max }),
          waiting === 0
            ? t("No one is waiting.")
            : t("{n, plural, one {# person is waiting.} other {# people are waiting.}}", { n: waiting }),
          offered > 0 && t("{n, plural, one {# spot is offered.} other {# spots are offered.}}", { n: offered }),
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      {rows.length > 0 && (
        <DataTable caption={t("Waiting list")} columns={columns()} rows={rows} rowKey={({ _id }) => _id} isDense />
      )}
      {people.hasNextPage && (
        <Button variant="secondary" isBusy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
      {hasPeople && (
        <div>
          <DownloadLink href={`${config().apiBase}${file}?language=${language()}`} variant="secondary">
            <Download aria-hidden="true" size={18} /> {t("Waiting list (CSV)")}
          </DownloadLink>
        </div>
      )}
    </Section>
  );
}

const columns = (): Column<WaitingPerson>[] => [
  {
    key: "name",
    header: t("Name"),
    isRowHeader: true,
    cell: ({ name, photo }) => (
      <span className="dc:flex dc:min-w-0 dc:items-center dc:gap-3">
        <Avatar src={photo} name={name} size={32} alt="" />
        <span dir="auto" lang={langOf(name)} className="dc:min-w-0 dc:wrap-anywhere">
          {name || t("Unnamed user")}
        </span>
      </span>
    ),
  },
  {
    key: "position",
    header: t("Position"),
    unlabelled: "inline",
    cell: ({ position, offerEndsAt }) =>
      offerEndsAt ? (
        <Badge tone="info">{t("Offered until {time}", { time: formatDateTime(offerEndsAt) })}</Badge>
      ) : (
        <span>{t("Number {n}", { n: position ?? 1 })}</span>
      ),
  },
  {
    key: "since",
    header: t("On the list since"),
    unlabelled: "inline",
    cell: ({ since }) => (
      <span className="dc:text-sm">
        <span className="dc:@min-[52rem]/cq-table:hidden">{t("On the list since")} </span>
        <time dateTime={since}>{formatDateTime(since)}</time>
      </span>
    ),
  },
];
