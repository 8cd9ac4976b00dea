import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ACCOUNT_ROLES, MAX_BATCH, listUsersExcept } from "@conquest/shared/contracts/users";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { DataTable, SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { BulkActionsBar } from "./bulk-actions-bar";
import { userColumns } from "./user-columns";

const ROLES = {
  name: "role",
  label: "Show",
  options: [
    { value: "", label: "Everyone" },
    { value: "requested", label: "Open requests" },
    { value: "user", label: "Users" },
    { value: "creator", label: "Creators" },
    { value: "admin", label: "Admins" },
    { value: "blocked", label: "Blocked" },
  ],
};

const SORT = {
  name: "sort",
  label: "Order",
  options: [
    { value: "", label: "Requests first" },
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
};

export default function ManageUsersPage() {
  const { email } = useAccount();
  const { values, isFiltered, clear } = useFilters("q", "role");
  const order = useFilters("sort").values.sort;
  const sort = (["newest", "oldest"] as const).find((each) => each === order);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filterQuery = {
    ...(isFiltered
      ? {
          q: values.q,
          role: ACCOUNT_ROLES.find((role) => role === values.role),
          status: values.role === "blocked" ? ("blocked" as const) : undefined,
        }
      : {}),
    ...(sort && { sort }),
  };
  const selectionOf = (count: number) => ({
    has: (id: string) => selected.has(id),
    isFull: count >= MAX_BATCH,
    toggle: (id: string) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      setSelected(next);
    },
  });
  const users = useInfiniteQuery(pages(listUsersExcept, { params: { email }, query: filterQuery }));
  return (
    <ListPage
      title="Manage Users"
      subtitle={
        sort ? "Everyone who has logged in, except you." : "Open requests to become a contest creator come first."
      }
      unit={["user", "users"]}
      list={users}
      rowKey={({ _id }) => _id}
      whenGone={(user) =>
        query(listUsersExcept, { params: { email }, query: { q: user.email.slice(0, 100), limit: 100 } })
      }
      filter={{
        bar: <FilterBar searchLabel="Search by name or email" choices={[ROLES, SORT]} />,
        isFiltered,
        clear,
        nothing:
          (!values.q && { requested: "No open requests", blocked: "No blocked users" }[values.role ?? ""]) ||
          "No users match",
        all: "Show everyone",
      }}
      skeleton={<SkeletonRows label="Loading users" />}
      empty={
        <EmptyState title="No other users yet">
          <p>Users appear here after their first login.</p>
        </EmptyState>
      }>
      {(rows) => (
        <>
          <BulkActionsBar rows={rows} selected={selected} onSelect={setSelected} />
          <DataTable
            caption="Users"
            columns={userColumns(selectionOf(rows.filter(({ _id }) => selected.has(_id)).length))}
            rows={rows}
            rowKey={({ _id }) => _id}
            isWide
          />
        </>
      )}
    </ListPage>
  );
}
