import { useQuery } from "@tanstack/react-query";
import { getLedgerTotals, MAX_LEDGER_STEPS } from "@conquest/shared/contracts/ledger";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { query } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { formatDay } from "@conquest/shared/ui/format/day";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { DeferredComponent } from "@conquest/shared/ui/page/deferred-component";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { addDays, startOfDay } from "../period";

const MoneyChart = lazyComponent(() => import(/* webpackChunkName: "charts" */ "./money-chart"));

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

export interface ChartSpan {
  period: string;
  /** First and last day of each step; the last step may be shorter. */
  steps: { from: string; to: string }[];
}

interface Days {
  since: string | undefined;
  until: string | undefined;
}

/** Covers the chosen days in UTC, or without a first one thirty days. Without steps if the first day is the later one. */
export function chartSpan({ since, until: last }: Days): ChartSpan {
  const until = last ?? new Date().toISOString().slice(0, 10);
  const first = since ?? addDays(until, 1 - DEFAULT_DAYS);
  const count = (Date.parse(until) - Date.parse(first)) / DAY_MS + 1;
  const length = Math.max(1, Math.ceil(count / MAX_LEDGER_STEPS));
  return {
    period: since || last ? `${formatDay(first)} – ${formatDay(until)}` : t("Last {n} days", { n: DEFAULT_DAYS }),
    steps: Array.from({ length: Math.max(0, Math.ceil(count / length)) }, (_, index) => {
      const [from, to] = [addDays(first, index * length), addDays(first, (index + 1) * length - 1)];
      return { from, to: to < until ? to : until };
    }),
  };
}

interface Props {
  filter: Omit<InputOf<typeof getLedgerTotals>["query"], "bounds">;
  days: Days;
  contestName: string | undefined;
}

export function MoneyPanel({ filter, days, contestName }: Props) {
  const span = chartSpan(days);
  return span.steps.length > 0 && <Panel {...{ filter, span, contestName }} />;
}

/** Has room for three lines on phones and two on wider screens, whatever the name and the amounts are. */
const BALANCE =
  "da:mt-3 da:min-h-[calc(3lh+0.75rem+1px)] da:border-t da:border-line da:pt-3 da:sm:min-h-[calc(2lh+0.75rem+1px)]";

function Panel({ filter, span, contestName = t("This contest") }: Omit<Props, "days"> & { span: ChartSpan }) {
  const { steps } = span;
  const starts = [...steps.map(({ from }) => from), addDays(steps.at(-1)!.to, 1)];
  const bounds = starts.map((day) => startOfDay(day, true)).join(",");
  const totals = useQuery(query(getLedgerTotals, { query: { ...filter, bounds } }));
  // As high as the chart and the balance, so that the list below does not shift.
  const bone = (
    <div
      className={`cq-bone ${filter.contest ? "da:h-[calc(19.5rem+3lh+1.5rem+1px)] da:sm:h-[calc(19.5rem+2lh+1.5rem+1px)]" : "da:h-78"}`}
    />
  );
  const chartBone = <div className="cq-bone da:h-78" />;
  return (
    <section className="cq-panel da:mb-6 da:px-5 da:py-4" aria-label={t("Payments and refunds")}>
      <QueryView query={totals} skeleton={bone}>
        {(result) => (
          <>
            <DeferredComponent code={MoneyChart} props={{ span, totals: result }} placeholder={chartBone} />
            {result.contest && (
              <p className={BALANCE}>
                <T
                  text="{name} in total: {collected} collected, {refunded} refunded, <b>{net} net</b>"
                  name={<bdi className="da:max-sm:block da:max-sm:truncate">{contestName}</bdi>}
                  collected={formatTaka(result.contest.collected)}
                  refunded={formatTaka(result.contest.refunded)}
                  net={formatTaka(result.contest.collected - result.contest.refunded)}
                  b={<strong />}
                />
              </p>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}
