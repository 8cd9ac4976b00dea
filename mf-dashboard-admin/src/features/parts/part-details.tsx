import type { ReactNode } from "react";
import type { Figures, IncidentKind, Metric, PartHealth } from "@conquest/shared/contracts/telemetry";
import { msg } from "@conquest/shared/contracts/text/message";
import { T, t } from "@conquest/shared/singletons/language";
import { Badge } from "@conquest/shared/ui/badge";
import { DataTable, type Column } from "@conquest/shared/ui/list/data-table";
import { lookUp } from "@conquest/shared/ui/format/labels";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { countProblems, formatMetric, rateMetric, Version } from "./metrics";
import { PartChart } from "./part-chart";

const KINDS: readonly [IncidentKind, string][] = [
  ["failure", msg("Failures")],
  ["fallback", msg("Fallbacks")],
  ["crash", msg("Crashes")],
  ["error", msg("Uncaught errors")],
  ["policy", msg("Policy violations")],
];

const ACTIONS: Readonly<Record<string, string>> = {
  release: msg("release"),
  canary: msg("canary"),
  promote: msg("promote"),
  rollback: msg("rollback"),
  disable: msg("disable"),
  enable: msg("enable"),
};

const MEASURES: readonly [Metric, string][] = [
  ["load", msg("Load time (p75)")],
  ["LCP", msg("Largest paint (LCP)")],
  ["INP", msg("Response to input (INP)")],
  ["CLS", msg("Layout shift (CLS)")],
  ["TTFB", msg("First byte (TTFB)")],
  ["bytes", msg("Size")],
];

interface Props {
  part: PartHealth;
  since: string;
  until: string;
  onClose: () => void;
}

export default function PartDetails({ part, since, until, onClose }: Props) {
  const { versions, pages, changes } = part;
  return (
    <Dialog title={part.part} size="xl" onClose={onClose}>
      <div className="da:grid da:grid-cols-[minmax(0,1fr)] da:gap-6">
        <FigureList figures={part} />
        <PartChart {...{ part, since, until }} />
        {changes.length > 0 && (
          <section className="da:grid da:gap-2">
            <h3 className="da:font-semibold">{t("Release history")}</h3>
            <ul className="da:grid da:gap-1">
              {changes.map(({ at, action, version, who, why }) => (
                <li key={at + action} className="cq-hint da:wrap-anywhere">
                  <T
                    text="{time}: {action} {version} by {name}"
                    time={<RelativeTime at={at} />}
                    action={t(lookUp(ACTIONS, action, () => action))}
                    version={version ? <Version>{version}</Version> : ""}
                    name={who}
                  />
                  {why && `, “${why}”`}
                </li>
              ))}
            </ul>
          </section>
        )}
        {versions.length > 1 && (
          <Details summary={t("{n, plural, one {# version} other {# versions}}", { n: versions.length })}>
            <DataTable
              caption={t("Versions of {name}", { name: part.part })}
              columns={versionColumns()}
              rows={versions}
              rowKey={({ version }) => version}
            />
          </Details>
        )}
        {pages.length > 0 && (
          <Details summary={t("{n, plural, one {# page} other {# pages}}", { n: pages.length })}>
            <DataTable
              caption={t("Pages of {name}", { name: part.part })}
              columns={pageColumns()}
              rows={pages}
              rowKey={({ page }) => page}
            />
          </Details>
        )}
      </div>
    </Dialog>
  );
}

const Details = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details>
    <summary className="da:cursor-pointer da:font-semibold">{summary}</summary>
    <div className="da:mt-3">{children}</div>
  </details>
);

function FigureList({ figures: { loads, incidents, p75 } }: { figures: Figures }) {
  return (
    <dl className="da:grid da:grid-cols-2 da:gap-x-6 da:gap-y-4 da:sm:grid-cols-3 da:lg:grid-cols-6">
      <Figure name={t("Loads")}>{formatNumber(loads)}</Figure>
      {KINDS.map(([kind, name]) => (
        <Figure key={kind} name={t(name)} isBad={incidents[kind] > 0}>
          {formatNumber(incidents[kind])}
        </Figure>
      ))}
      {MEASURES.map(([metric, name]) => (
        <Figure key={metric} name={t(name)}>
          <Measured metric={metric} value={p75[metric]} />
        </Figure>
      ))}
    </dl>
  );
}

function Figure({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div className="da:flex da:flex-col da:gap-1">
      <dt className="cq-hint">{name}</dt>
      <dd className={isBad ? "da:text-lg da:font-semibold da:text-danger" : "da:text-lg da:font-semibold"}>
        {children}
      </dd>
    </div>
  );
}

function Measured({ metric, value }: { metric: Metric; value: number | null }) {
  const rated = rateMetric(metric, value);
  return (
    <span className="da:inline-flex da:flex-wrap da:items-center da:gap-2">
      {formatMetric(metric, value)}
      {rated && <Badge tone={rated.tone}>{rated.word}</Badge>}
    </span>
  );
}

const versionColumns = (): Column<PartHealth["versions"][number]>[] => [
  { key: "version", header: t("Version"), isRowHeader: true, cell: ({ version }) => <Version>{version}</Version> },
  { key: "loads", header: t("Loads"), cell: ({ loads }) => formatNumber(loads) },
  { key: "troubles", header: t("Problems"), cell: (figures) => formatNumber(countProblems(figures)) },
  { key: "load", header: t("Load time (p75)"), cell: ({ p75 }) => formatMetric("load", p75.load) },
  { key: "bytes", header: t("Size"), cell: ({ p75 }) => formatMetric("bytes", p75.bytes) },
];

const pageColumns = (): Column<PartHealth["pages"][number]>[] => [
  { key: "page", header: t("Page"), isRowHeader: true, cell: ({ page }) => page },
  { key: "visits", header: t("Opened"), cell: ({ visits }) => formatNumber(visits) },
  ...(["LCP", "INP", "CLS"] as const).map((metric) => ({
    key: metric,
    header: metric,
    cell: ({ p75 }: PartHealth["pages"][number]) => <Measured metric={metric} value={p75[metric]} />,
  })),
];
