import clsx from "clsx";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { focusRow } from "@conquest/shared/ui/page/focus-row";

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  /** This cell names the row. */
  isRowHeader?: boolean;
  /** This cell holds the row's buttons; its header is only spoken. */
  isActions?: boolean;
  /** In a card this cell stands in line with the row's name, on that side of it, and needs no label. */
  besideName?: "before" | "after";
  /** In a card this cell needs no label: it has a line of its own below the name, or stands in one with the others and the row's buttons. */
  unlabelled?: "line" | "inline";
}

interface Props<T> {
  /** What the table lists, for those who do not see it. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Its columns need more than 52rem at least, and no more than 64.5. */
  isWide?: boolean;
}

/** A table; where it has too little room each row becomes a card whose cells carry their column's name. */
export function DataTable<T>({ caption, columns, rows, rowKey, isWide = false }: Props<T>) {
  const held = useRef<{ element: HTMLElement; row: Element | null }>(undefined);
  useLayoutEffect(() => {
    if (!held.current) return;
    const { element, row } = held.current;
    // Gone from a row that stays, or disabled: some browsers have let go of that by now, and some hold on to it, deaf to keys.
    if (
      [document.body, element].includes(document.activeElement as HTMLElement) &&
      (!element.isConnected || element.matches(":disabled"))
    )
      focusRow(row);
  });
  return (
    <div className={clsx("cq-table-place", isWide && "cq-table-place-wide")}>
      <div className="cq-table-frame">
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it learns where the focus is, and acts on nothing */}
        <table
          className="cq-table"
          onFocus={({ target }) => void (held.current = { element: target, row: target.closest("tr") })}
          onBlur={({ target }) => void (target.matches(":disabled") || (held.current = undefined))}>
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
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
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

/** The shape of a table's rows while they are on their way. */
export function SkeletonRows({ count = 5, label = "Loading" }: { count?: number; label?: string }) {
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
