import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  LEDGER_KINDS,
  exportLedger,
  listLedger,
  auditLedger,
  type LedgerEntry,
  type LedgerAudit,
} from "@conquest/shared/contracts/ledger";
import { msg } from "@conquest/shared/contracts/text/message";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { truncate } from "@conquest/shared/ui/format/text";
import { formatUtc, RelativeTime } from "@conquest/shared/ui/format/time";
import { ContestName, DenseTable, ExportLink, FilterCell, PersonAddress, PersonName, personLabel } from "../log-cells";
import { periodFilter } from "../period";
import { MoneyPanel } from "./money-panel";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { Note } from "@conquest/shared/ui/note";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { HelpLink } from "@conquest/shared/ui/help-link";

const kindChoice = () => ({
  name: "kind",
  label: t("Show"),
  options: [
    { value: "", label: t("Payments and refunds") },
    { value: "payment", label: t("Payments") },
    { value: "refund", label: t("Refunds") },
  ],
});

const MAX_CHIP_LENGTH = 24;

export default function LedgerPage() {
  const { values, isFiltered, clear } = useFilters("q", "kind", "contest", "person", "since", "until");
  const { q, contest, person } = values;
  const kind = LEDGER_KINDS.find((each) => each === values.kind);
  const period = periodFilter(values, true);
  const filter = isFiltered ? { q, kind, contest, person } : {};
  const filterQuery = isFiltered ? { ...filter, ...period.query } : {};
  const entries = useInfiniteQuery(pages(listLedger, { query: filterQuery }));
  const firstEntry = entries.data?.pages[0]?.items[0];
  const active = [
    ...(contest
      ? [
          {
            name: "contest",
            label: firstEntry
              ? t("Contest: {name}", { name: truncate(firstEntry.contest.name, MAX_CHIP_LENGTH) })
              : t("One contest"),
          },
        ]
      : []),
    ...(person
      ? [
          {
            name: "person",
            label: firstEntry
              ? t("User: {name}", { name: truncate(firstEntry.person.name || t("Unnamed user"), MAX_CHIP_LENGTH) })
              : t("One user"),
          },
        ]
      : []),
  ];
  return (
    <ListPage
      title={t("Ledger")}
      subtitle={
        <>
          {t("Every payment and refund, in UTC as on the overview. Records can't be edited.")}{" "}
          <HelpLink to="admins#money">{t("Follow the money")}</HelpLink>
        </>
      }
      above={<LedgerSums />}
      actions={<ExportLink of={exportLedger} query={filterQuery} />}
      unit={[t("transaction"), t("transactions")]}
      list={entries}
      rowKey={({ _id }) => _id}
      // Entries never move, so new ones can be inserted at the top at once.
      visitKey={String(entries.dataUpdatedAt)}
      filter={{
        bar: (
          <>
            <FilterBar
              searchLabel={t("Contest, name or email")}
              choices={[kindChoice(), ...period.choices]}
              active={active}
            />
            <MoneyPanel filter={filter} days={period.days} contestName={firstEntry?.contest.name} />
          </>
        ),
        isFiltered,
        clear,
        nothing: t("No transactions match"),
        all: t("Show all transactions"),
      }}
      skeleton={<SkeletonRows label={t("Loading transactions")} />}
      empty={
        <EmptyState title={t("No transactions yet")}>
          <p>{t("Payments appear here when someone joins a paid contest.")}</p>
        </EmptyState>
      }>
      {(rows) => (
        <DenseTable
          caption={t("Ledger transactions")}
          columns={columns()}
          rows={rows}
          rowKey={({ _id }) => _id}
          widths="da:[&_th:nth-child(1)]:@min-[52rem]/cq-table:w-[16.5%] da:[&_th:nth-child(2)]:@min-[52rem]/cq-table:w-[11%] da:[&_th:nth-child(3)]:@min-[52rem]/cq-table:w-[18.5%] da:[&_th:nth-child(4)]:@min-[52rem]/cq-table:w-[25%]"
        />
      )}
    </ListPage>
  );
}

const KINDS: Record<LedgerEntry["kind"], BadgeContent> = {
  payment: { label: msg("Payment"), tone: "success" },
  refund: { label: msg("Refund"), tone: "warning" },
};

const columns = (): Column<LedgerEntry>[] => [
  {
    key: "entry",
    header: t("Transaction"),
    isRowHeader: true,
    cell: ({ _id, kind }) => (
      <span className="da:inline-flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
        <ValueBadge of={KINDS} value={kind} />
        <span className="cq-hint da:font-normal">{t("No. {id}", { id: _id })}</span>
      </span>
    ),
  },
  { key: "amount", header: t("Amount"), besideName: "after", cell: ({ amount }) => <SignedTaka amount={amount} /> },
  { key: "at", header: t("Time"), unlabelled: "line", cell: ({ at }) => <time dateTime={at}>{formatUtc(at)}</time> },
  {
    key: "contest",
    header: t("Contest"),
    unlabelled: "line",
    cell: ({ contest: { _id, name } }) => (
      <FilterCell by="contest" id={_id} label={t("Show only transactions of “{name}”", { name })}>
        <ContestName _id={_id}>{name}</ContestName>
      </FilterCell>
    ),
  },
  {
    key: "person",
    header: t("User"),
    unlabelled: "line",
    cell: ({ person }) => (
      <FilterCell
        by="person"
        id={person._id}
        label={t("Show only transactions of {name}", { name: personLabel(person) })}>
        <PersonName {...person} />
        <PersonAddress {...person} />
      </FilterCell>
    ),
  },
];

const SignedTaka = ({ amount }: { amount: number }) => (
  <span className="cq-money">
    {amount < 0 && "−"}
    {formatTaka(Math.abs(amount))}
  </span>
);

/** The audit reads the whole ledger, so its result is cached longer than others. */
const STALE_TIME_MS = 5 * 60_000;

function LedgerSums() {
  const audit = useQuery({ ...query(auditLedger), staleTime: STALE_TIME_MS });
  return (
    <section className="cq-panel da:mb-6 da:grid da:grid-cols-[minmax(0,1fr)] da:gap-5" aria-label={t("Sums")}>
      <QueryView query={audit} skeleton={<Skeleton />}>
        {(result) => (
          <>
            <Figures audit={result} />
            <div className="da:flex da:flex-wrap da:items-center da:justify-between da:gap-3 da:border-t da:border-line da:pt-4">
              <p className="da:flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
                <span role="status">
                  {result.differenceCount === 0 ? (
                    <Badge tone="success" icon="cq-icon cq-icon-circle-check">
                      {t("Balanced")}
                    </Badge>
                  ) : (
                    <Badge tone="danger" icon="cq-icon cq-icon-circle-x">
                      {t("Out of balance")}
                    </Badge>
                  )}
                </span>
                <AsOf at={result.asOf} />
              </p>
              <Button variant="secondary" size="sm" isBusy={audit.isFetching} onClick={() => void audit.refetch()}>
                {!audit.isFetching && <RefreshCw aria-hidden="true" size={16} />}
                {t("Check again")}
              </Button>
            </div>
            {audit.isError && !audit.isFetching && (
              <Note tone="warning" role="alert">
                {t("Couldn't check again: {error}", { error: audit.error.message })}
              </Note>
            )}
            {result.differenceCount > 0 && <Differences audit={result} />}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** Column widths do not depend on the amounts, so the skeleton has the same rows and nothing shifts. */
const FIGURES = "da:grid da:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] da:gap-x-6 da:gap-y-4";

function AsOf({ at }: { at: string }) {
  return (
    <span className="cq-hint">
      <T text="Checked {time}, as of {date}" time={<RelativeTime at={at} />} date={formatUtc(at)} />
    </span>
  );
}

function Figures({ audit: { taken, refunded, held, payments, refunds } }: { audit: LedgerAudit }) {
  return (
    <dl className={FIGURES}>
      <Figure
        name={t("Collected")}
        note={t("All time, {n, plural, one {# payment} other {# payments}}", { n: payments })}>
        <SignedTaka amount={taken} />
      </Figure>
      <Figure name={t("Refunded")} note={t("All time, {n, plural, one {# refund} other {# refunds}}", { n: refunds })}>
        <SignedTaka amount={refunded} />
      </Figure>
      <Figure name={t("Net money")} note={t("All time, collected minus refunded")}>
        <SignedTaka amount={held} />
      </Figure>
    </dl>
  );
}

const Figure = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div>
    <dt className="cq-hint">{name}</dt>
    <dd>
      <span className="da:block da:text-2xl da:font-semibold">{children}</span>
      <span className="cq-hint">{note}</span>
    </dd>
  </div>
);

function Differences({ audit: { differences, differenceCount } }: { audit: LedgerAudit }) {
  const moreCount = differenceCount - differences.length;
  return (
    <Note
      tone="danger"
      role="alert"
      title={t("{n, plural, one {# difference} other {# differences}} found in the ledger", { n: differenceCount })}>
      <ul className="da:mt-2 da:grid da:gap-2 da:text-sm da:wrap-anywhere">
        {differences.map((sentence, index) => (
          <li key={index}>{sentence}</li>
        ))}
      </ul>
      {moreCount > 0 && (
        <p className="da:mt-2 da:text-sm">
          <T
            text="And {n} more. Run {command} to list them all."
            n={moreCount}
            command={<code className="da:font-mono">npm run audit:ledger</code>}
          />
        </p>
      )}
    </Note>
  );
}

const Skeleton = () => (
  <div role="status" aria-busy="true">
    <span className="cq-visually-hidden">{t("Checking the ledger")}</span>
    <div className={FIGURES}>
      {[0, 1, 2].map((index) => (
        <div key={index} className="cq-bone da:h-22" />
      ))}
    </div>
    <div className="cq-bone da:mt-5 da:h-29 da:sm:h-14" />
  </div>
);
