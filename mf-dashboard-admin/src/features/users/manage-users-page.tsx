import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ACCOUNT_ROLES, MAX_BATCH, listUsersExcept } from "@conquest/shared/contracts/users";
import { msg } from "@conquest/shared/contracts/text/message";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { DataTable, SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { HelpLink } from "@conquest/shared/ui/help-link";
import { BulkActionsBar } from "./bulk-actions-bar";
import { userColumns } from "./user-columns";

const choices = () => [
  {
    name: "role",
    label: t("Show"),
    options: [
      { value: "", label: t("Everyone") },
      { value: "requested", label: t("Open requests") },
      { value: "user", label: t("Users") },
      { value: "creator", label: t("Creators") },
      { value: "admin", label: t("Admins") },
      { value: "blocked", label: t("Blocked") },
    ],
  },
  {
    name: "sort",
    label: t("Order"),
    options: [
      { value: "", label: t("Requests first") },
      { value: "newest", label: t("Newest first") },
      { value: "oldest", label: t("Oldest first") },
    ],
  },
];

const NO_MATCHES: Readonly<Record<string, string>> = {
  requested: msg("No open requests"),
  blocked: msg("No blocked users"),
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
  const noMatches = (!values.q && NO_MATCHES[values.role ?? ""]) || msg("No users match");
  const users = useInfiniteQuery(pages(listUsersExcept, { params: { email }, query: filterQuery }));
  return (
    <ListPage
      title={t("Manage Users")}
      subtitle={
        <>
          {t(
            sort ? "Everyone who has logged in, except you." : "Open requests to become a contest creator come first.",
          )}{" "}
          <HelpLink to="admins#users">{t("Users, roles and blocking")}</HelpLink>
        </>
      }
      unit={[t("user"), t("users")]}
      list={users}
      rowKey={({ _id }) => _id}
      whenGone={(user) =>
        query(listUsersExcept, { params: { email }, query: { q: user.email.slice(0, 100), limit: 100 } })
      }
      filter={{
        bar: <FilterBar searchLabel={t("Search by name or email")} choices={choices()} />,
        isFiltered,
        clear,
        nothing: t(noMatches),
        all: t("Show everyone"),
      }}
      skeleton={<SkeletonRows label={t("Loading users")} />}
      empty={
        <EmptyState title={t("No other users yet")}>
          <p>{t("Users appear here after their first login.")}</p>
        </EmptyState>
      }>
      {(rows) => (
        <>
          <BulkActionsBar rows={rows} selected={selected} onSelect={setSelected} />
          <DataTable
            caption={t("Users")}
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
