import { render, screen, within } from "@testing-library/react";
import { DataTable } from "@conquest/shared/ui/list/data-table";

it("is a named table whose rows are named by their header cell", () => {
  render(
    <DataTable
      caption="Contests"
      rows={[{ id: "1", name: "Tea" }]}
      rowKey={(row) => row.id}
      columns={[
        { key: "name", header: "Name", isRowHeader: true, cell: (row) => row.name },
        { key: "actions", header: "Actions", isActions: true, cell: () => <button>Edit</button> },
      ]}
    />,
  );
  const table = screen.getByRole("table", { name: "Contests" });
  const row = within(table).getByRole("row", { name: /Tea/ });
  expect(within(row).getByRole("rowheader", { name: "Tea" })).toHaveAttribute("data-label", "Name");
  expect(within(row).getByRole("button", { name: "Edit" })).toBeVisible();
  expect(within(table).getByRole("columnheader", { name: "Actions" })).toBeVisible();
});

it("keeps the place of whoever pressed a button that goes from its row, and takes it from nobody else", () => {
  const draw = (canUndo: boolean) => (
    <DataTable
      caption="Contests"
      rows={[{ id: "1", name: "Tea" }]}
      rowKey={(row) => row.id}
      columns={[
        { key: "name", header: "Name", isRowHeader: true, cell: (row) => row.name },
        { key: "actions", header: "Actions", isActions: true, cell: () => canUndo && <button>Undo</button> },
      ]}
    />
  );
  const { rerender } = render(draw(true));
  screen.getByRole("button", { name: "Undo" }).focus();
  rerender(draw(false));
  expect(screen.getByRole("rowheader", { name: "Tea" })).toHaveFocus();
  rerender(draw(true));
  screen.getByRole("button", { name: "Undo" }).focus();
  screen.getByRole("button", { name: "Undo" }).blur();
  rerender(draw(false));
  expect(document.body).toHaveFocus();
});
