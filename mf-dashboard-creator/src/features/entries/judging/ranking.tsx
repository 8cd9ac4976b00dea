import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, Columns2 } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { listJudgedEntries, type JudgedEntry } from "@conquest/shared/contracts/judging/judging";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { digits, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Badge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { LoadMore } from "@conquest/shared/ui/list/load-more";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import CorrectionNote from "./rating/correction-note";
import { AverageBar } from "./rating/average-bar";

interface Props {
  contestId: string;
  /** There are other judges, so entries are ranked by the average. */
  seesJudges: boolean;
  /** The average can be corrected for strictness. */
  seesCorrected: boolean;
  isOver: boolean;
  onCompare: (entryId: string, otherId: string) => void;
  onClose: () => void;
}

type RankedEntry = JudgedEntry & { rank: string };

/** Ranks are shared by entries with the same rating: 1, 2 (tied), 2 (tied), 4. */
function rankEntries(rows: readonly JudgedEntry[], ratingOf: (row: JudgedEntry) => number | null): RankedEntry[] {
  const ratings = rows.map(ratingOf);
  return rows.map((row, index) => {
    const rating = ratings[index] ?? null;
    const first = ratings.indexOf(rating);
    const rank = ratings.lastIndexOf(rating) === first ? digits(first + 1) : t("{n} (tied)", { n: first + 1 });
    return { ...row, rank: rating === null ? t("Not ranked") : rank };
  });
}

const NotRated = () => <span className="dc:text-muted">{t("Not rated")}</span>;

export default function Ranking({ contestId, seesJudges, seesCorrected, isOver, onCompare, onClose }: Props) {
  const [wantsCorrected, setWantsCorrected] = useState(false);
  const isCorrected = seesCorrected && wantsCorrected;
  const sort = isCorrected ? "corrected" : seesJudges ? "mean" : "rating";
  const list = useInfiniteQuery(pages(listJudgedEntries, { params: { contestId }, query: { sort, limit: 100 } }));
  const [params] = useSearchParams();
  const linkTo = (entryId: string) => {
    const next = new URLSearchParams(params);
    next.delete("view");
    next.delete("with");
    next.set("entry", entryId);
    return `?${next}`;
  };
  const ratingOf = ({ mean, corrected = null, rating }: JudgedEntry) =>
    isCorrected ? corrected : seesJudges ? mean : rating;
  const columns: Column<RankedEntry>[] = [
    {
      key: "rank",
      header: t("Rank"),
      besideName: "before",
      cell: ({ rank }) => <span className="dc:tabular-nums">{rank}</span>,
    },
    {
      key: "entry",
      header: t("Entry"),
      isRowHeader: true,
      cell: ({ _id, label, isWinner, prizeName }) => (
        <>
          <Link className="cq-link" to={linkTo(_id)} dir="auto" lang={langOf(label)}>
            {label}
          </Link>{" "}
          {isWinner && (
            <Badge tone="gold" icon="cq-icon cq-icon-trophy">
              {t("Winner")}
            </Badge>
          )}
          {prizeName && (
            <Badge tone="gold" icon="cq-icon cq-icon-trophy">
              <bdi>{prizeName}</bdi>
            </Badge>
          )}
        </>
      ),
    },
    ...(seesJudges
      ? [
          {
            key: "average",
            header: t("Average rating"),
            cell: ({ mean }: RankedEntry) => (mean === null ? <NotRated /> : <AverageBar average={mean} />),
          },
        ]
      : []),
    ...(seesCorrected
      ? [
          {
            key: "corrected",
            header: t("Corrected average"),
            cell: ({ corrected }: RankedEntry) =>
              corrected === undefined || corrected === null ? <NotRated /> : <AverageBar average={corrected} />,
          },
        ]
      : []),
    {
      key: "own",
      header: t("Your rating"),
      cell: ({ rating }) =>
        rating === null ? <NotRated /> : seesJudges ? digits(`${rating}/5`) : <AverageBar average={rating} />,
    },
  ];
  return (
    <>
      <Button variant="ghost" size="sm" className="dc:mb-3 dc:-ml-3" onClick={onClose}>
        <ArrowLeft aria-hidden="true" size={16} /> {t("All entries")}
      </Button>
      <QueryView query={list} skeleton={<SkeletonRows label={t("Loading the ranking")} />}>
        {({ pages: loaded }) => {
          const rows = rankEntries(
            loaded.flatMap(({ items }) => items),
            ratingOf,
          );
          const [first, second] = rows;
          return (
            <>
              <div className="dc:mb-4 dc:flex dc:flex-wrap dc:items-center dc:justify-between dc:gap-3">
                <p className="cq-hint">
                  {isCorrected
                    ? t("Sorted by corrected average.")
                    : t(seesJudges ? "Sorted by average rating." : "Sorted by your rating.")}
                  {!isOver && ` ${t("The winner doesn't have to be first.")}`}
                </p>
                {seesCorrected && (
                  <Button variant="secondary" size="sm" onClick={() => setWantsCorrected(!isCorrected)}>
                    {t(isCorrected ? "Sort by average rating" : "Sort by corrected average")}
                  </Button>
                )}
                {first && second && (
                  <Button variant="secondary" size="sm" onClick={() => onCompare(first._id, second._id)}>
                    <Columns2 aria-hidden="true" size={16} /> {t("Compare the top 2")}
                  </Button>
                )}
              </div>
              {seesCorrected && <CorrectionNote />}
              <DataTable caption={t("Ranking")} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore list={list} shown={rows.length} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}
