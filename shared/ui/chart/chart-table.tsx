import { t } from "@conquest/shared/singletons/language";
import { formatValue, type Format, type Step } from "./series";

interface Props {
  caption: string;
  /** Heading of the first column: "Day". */
  stepName: string;
  steps: readonly Step[];
  columns: readonly { name: string; values: readonly (number | null)[]; format?: Format }[];
}

/** The numbers of a chart. Rows without any are left out. */
export function ChartTable({ caption, stepName, steps, columns }: Props) {
  const rows = steps.flatMap(({ label }, index) =>
    columns.some(({ values }) => values[index]) ? [{ label, index }] : [],
  );
  return (
    <details className="cq-chart-table">
      <summary className="cq-link">{t("View as table")}</summary>
      <table>
        <caption className="cq-visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{stepName}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, index }) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {columns.map(({ name, values, format }) => (
                <td key={name}>{formatValue(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < steps.length && <p className="cq-hint">{t("Rows without any values are left out.")}</p>}
    </details>
  );
}
