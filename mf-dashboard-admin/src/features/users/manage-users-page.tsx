import { useInfiniteQuery } from "@tanstack/react-query";
import { ACCOUNT_ROLES, listUsersExcept, type Account } from "@conquest/shared/contracts/users";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/avatar";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/data-table";
import { EmailAddress } from "@conquest/shared/ui/email-address";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/filter-bar";
import { ListPage } from "@conquest/shared/ui/list-page";
import { RelativeTime } from "@conquest/shared/ui/time";
import { RemoveUser } from "./remove-user";
import { RequestAnswer } from "./request-answer";
import { RoleChoice } from "./role-choice";
import { StatusChoice } from "./status-choice";

const ROLES = {
  name: "role",
  label: "Show",
  options: [
    { value: "", label: "Everyone" },
    { value: "requested", label: "Open requests" },
    { value: "user", label: "Users" },
    { value: "creator", label: "Creators" },
    { value: "admin", label: "Admins" },
  ],
};

export default function ManageUsersPage() {
  const { email } = useAccount();
  const { values, isFiltered, clear } = useFilters("q", "role");
  const sought = isFiltered ? { q: values.q, role: ACCOUNT_ROLES.find((role) => role === values.role) } : {};
  const users = useInfiniteQuery(pages(listUsersExcept, { params: { email }, query: sought }));
  return (
    <ListPage
      title="Manage Users"
      subtitle="Open requests to become a contest creator come first."
      unit={["person", "people"]}
      list={users}
      rowKey={({ _id }) => _id}
      whenGone={(user) => query(listUsersExcept, { params: { email }, query: { q: user.email.slice(0, 100), limit: 100 } })}
      filter={{
        bar: <FilterBar searchLabel="Search by name or email" choices={[ROLES]} />,
        isFiltered,
        clear,
        nothing: sought.role === "requested" && !sought.q ? "No open requests" : "Nobody matches",
        all: "Show everyone",
      }}
      skeleton={<SkeletonRows label="Loading the people" />}
      empty={
        <EmptyState title="Nobody else is here yet">
          <p>People appear as soon as they sign in for the first time.</p>
        </EmptyState>
      }
    >
      {(rows) => <DataTable caption="People" columns={COLUMNS} rows={rows} rowKey={({ _id }) => _id} />}
    </ListPage>
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
        <bdi id={_id}>{name || "No name"}</bdi>
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
