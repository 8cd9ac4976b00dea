import { render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { DataTable } from "@conquest/shared/ui/list/data-table";

const Contests = ({ act }: { act: ReactNode }) => (
  <DataTable
    caption="Contests"
    rows={[{ id: "1", name: "Tea" }]}
    rowKey={(row) => row.id}
    columns={[
      { key: "name", header: "Name", isRowHeader: true, cell: (row) => row.name },
      { key: "actions", header: "Actions", isActions: true, cell: () => act },
    ]}
  />
);

it("exposes the names of the table and its rows", () => {
  render(<Contests act={<button>Edit</button>} />);
  const table = screen.getByRole("table", { name: "Contests" });
  const row = within(table).getByRole("row", { name: /Tea/ });
  expect(within(row).getByRole("rowheader", { name: "Tea" })).toHaveAttribute("data-label", "Name");
  expect(within(row).getByRole("button", { name: "Edit" })).toBeVisible();
  expect(within(table).getByRole("columnheader", { name: "Actions" })).toBeVisible();
});

it("focuses the row when its focused button disappears, but not otherwise", () => {
  const undo = <button>Undo</button>;
  const { rerender } = render(<Contests act={undo} />);
  screen.getByRole("button", { name: "Undo" }).focus();
  rerender(<Contests act={null} />);
  expect(screen.getByRole("rowheader", { name: "Tea" })).toHaveFocus();
  rerender(<Contests act={undo} />);
  screen.getByRole("button", { name: "Undo" }).focus();
  screen.getByRole("button", { name: "Undo" }).blur();
  rerender(<Contests act={null} />);
  expect(document.body).toHaveFocus();
});

it.each(["keep it focused", "blur it before painting"])(
  "focuses the row when its focused button is disabled, where browsers %s",
  (behavior) => {
    const { rerender } = render(<Contests act={<button>Confirm</button>} />);
    screen.getByRole("button", { name: "Confirm" }).focus();
    const active = jest.spyOn(document, "activeElement", "get");
    if (behavior.startsWith("blur")) active.mockReturnValue(document.body);
    rerender(<Contests act={<button disabled>Confirm</button>} />);
    active.mockRestore();
    expect(screen.getByRole("rowheader", { name: "Tea" })).toHaveFocus();
  },
);
