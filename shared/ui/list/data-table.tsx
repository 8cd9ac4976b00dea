import clsx from "clsx";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { focusRow } from "@conquest/shared/ui/page/focus-heading";

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  isRowHeader?: boolean;
  /** Contains the row's buttons; its header is only for screen readers. */
  isActions?: boolean;
  /** Places the cell next to the row's name in a card, without a label. */
  besideName?: "before" | "after";
  /** Removes the label in a card, either on an own line below the name, or inline with others and the buttons. */
  unlabelled?: "line" | "inline";
}

interface Props<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** The heading above a row and all others with the same one. */
  groupOf?: ((row: T) => string | undefined) | undefined;
  /** For columns that need 52 to 64.5rem. */
  isWide?: boolean;
  /** Lower rows and cards, for long lists. */
  isDense?: boolean;
}

/** A table that shows rows as cards in narrow containers; their cells are labeled with the column header. */
export function DataTable<T>({ caption, columns, rows, rowKey, groupOf, isWide = false, isDense = false }: Props<T>) {
  const focused = useRef<{ element: Element; row: Element | null }>(undefined);
  useLayoutEffect(() => {
    const active = document.activeElement!;
    // A closing dialog returns the focus during the commit, when React reports no events.
    const { element, row } = focused.current ?? { element: active, row: active.closest("tr") };
    // The focused element is gone or disabled. Some browsers have blurred it; others keep it focused but ignore keys.
    if ([document.body, element].includes(active) && (!element.isConnected || element.matches(":disabled")))
      focusRow(row);
  });
  return (
    <div className={clsx("cq-table-place", isWide && "cq-table-place-wide", isDense && "cq-table-place-dense")}>
      <div className="cq-table-frame">
        {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- it learns where the focus is, and acts on nothing */}
        <table
          className="cq-table"
          onFocus={({ target }) => void (focused.current = { element: target, row: target.closest("tr") })}
          onBlur={({ target }) => void (target.matches(":disabled") || (focused.current = undefined))}>
          <caption className="cq-visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {column.isActions ? <span className="cq-visually-hidden">{column.header}</span> : column.header}
                </th>
              ))}
            </tr>
          </thead>
          {groupRows(rows, groupOf).map(([group, members]) => (
            <tbody key={group ?? ""}>
              {group && (
                <tr className="cq-table-group">
                  <th scope="rowgroup" colSpan={columns.length}>
                    {group}
                  </th>
                </tr>
              )}
              {members.map((row) => (
                <tr key={rowKey(row)}>
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  );
}

function groupRows<T>(rows: readonly T[], groupOf?: (row: T) => string | undefined) {
  const groups = new Map<string | undefined, T[]>();
  for (const row of rows) {
    const group = groupOf?.(row);
    const members = groups.get(group);
    if (members) members.push(row);
    else groups.set(group, [row]);
  }
  return [...groups];
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  const content = <div className={column.isActions ? "cq-table-actions" : "cq-table-value"}>{column.cell(row)}</div>;
  if (column.isRowHeader) {
    return (
      <th scope="row" tabIndex={-1} data-label={column.header}>
        {content}
      </th>
    );
  }
  const look = {
    "cq-table-actions-cell": column.isActions,
    [`cq-table-beside cq-table-${column.besideName}-name`]: column.besideName,
    [`cq-table-unlabelled cq-table-${column.unlabelled}`]: column.unlabelled,
  };
  return (
    <td data-label={column.header} className={clsx(look) || undefined}>
      {content}
    </td>
  );
}

export function SkeletonRows({ count = 5, label = t("Loading") }: { count?: number; label?: string }) {
  return (
    <div role="status" aria-busy="true" className="cq-table-frame">
      <span className="cq-visually-hidden">{label}</span>
      <div aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="cq-skeleton-row">
            <div className="cq-bone cq-bone-line" />
            <div className="cq-bone cq-bone-line cq-bone-long" />
            <div className="cq-bone cq-bone-line cq-bone-short" />
          </div>
        ))}
      </div>
    </div>
  );
}
