import { useInfiniteQuery } from "@tanstack/react-query";
import { z } from "zod";
import { listUsersExcept, type Account } from "@conquest/shared/contracts/users";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/avatar";
import { CountBadge } from "@conquest/shared/ui/badge";
import { Button } from "@conquest/shared/ui/button";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/data-table";
import { EmailAddress } from "@conquest/shared/ui/email-address";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/filter-bar";
import { LoadMore } from "@conquest/shared/ui/load-more";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { QueryView } from "@conquest/shared/ui/query-view";
import { RelativeTime } from "@conquest/shared/ui/time";
import { RemoveUser } from "./remove-user";
import { RequestAnswer } from "./request-answer";
import { RoleChoice } from "./role-choice";
import { StatusChoice } from "./status-choice";

const roleFilter = z.enum(["requested", "user", "creator", "admin"]);

export default function ManageUsersPage() {
  const { email } = useAccount();
  const { values, isFiltered, clear } = useFilters("q", "role");
  const filters = { q: values.q, role: roleFilter.safeParse(values.role).data };
  const users = useInfiniteQuery(pages(listUsersExcept, { params: { email }, ...(isFiltered && { query: filters }) }));
  const total = users.data?.pages[0]?.total;
  return (
    <>
      <PageHeading
        title="Manage Users"
        badge={total !== undefined && <CountBadge count={total} label={total === 1 ? "person" : "people"} />}
        subtitle="Open requests to become a contest creator come first."
      />
      <FilterBar
        searchLabel="Search by name or email"
        choices={[
          {
            name: "role",
            label: "Show",
            options: [
              { value: "", label: "Everyone" },
              { value: "requested", label: "Open requests" },
              { value: "user", label: "Users" },
              { value: "creator", label: "Creators" },
              { value: "admin", label: "Admins" },
            ],
          },
        ]}
      />
      <QueryView query={users} skeleton={<SkeletonRows label="Loading the people" />}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items);
          if (rows.length === 0) {
            return isFiltered ? (
              <EmptyState
                title={filters.role === "requested" && !filters.q ? "No open requests" : "Nobody matches"}
                action={
                  <Button variant="secondary" onClick={clear}>
                    Show everyone
                  </Button>
                }
              />
            ) : (
              <EmptyState title="Nobody else is here yet">
                <p>People appear as soon as they sign in for the first time.</p>
              </EmptyState>
            );
          }
          return (
            <>
              <DataTable caption="People" columns={COLUMNS} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore
                hasMore={users.hasNextPage}
                isLoading={users.isFetchingNextPage}
                onMore={() => void users.fetchNextPage()}
                shown={rows.length}
                total={total ?? rows.length}
              />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

const COLUMNS: Column<Account>[] = [
  { key: "photo", header: "Photo", cell: ({ image, name }) => <Avatar src={image} name={name} alt="" /> },
  {
    key: "name",
    header: "Name",
    isRowHeader: true,
    cell: ({ _id, name, requestedAt }) => (
      <span>
        <span id={_id}>{name || "No name"}</span>
        {requestedAt && (
          <span className="cq-hint da:block da:font-normal">
            Asks to become a creator, <RelativeTime at={requestedAt} />
          </span>
        )}
      </span>
    ),
  },
  { key: "email", header: "Email", cell: ({ email }) => <EmailAddress>{email}</EmailAddress> },
  { key: "status", header: "Status", cell: (user) => <StatusChoice user={user} /> },
  { key: "role", header: "Role", cell: (user) => <RoleChoice user={user} /> },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: (user) => (
      <>
        {user.role === "requested" && <RequestAnswer user={user} />}
        <RemoveUser user={user} />
      </>
    ),
  },
];
