import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { LedgerEntry } from "@conquest/shared/contracts/ledger";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Badge } from "@conquest/shared/ui/badge";
import { IconButton } from "@conquest/shared/ui/button";
import type { Column } from "@conquest/shared/ui/data-table";
import { EmailAddress } from "@conquest/shared/ui/email-address";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";
import { useDateTimeFormat } from "@conquest/shared/ui/time";
import { SignedTaka } from "./signed-taka";

export function useLedgerColumns(): Column<LedgerEntry>[] {
  const { email } = useAccount();
  const format = useDateTimeFormat();
  const [address, setAddress] = useSearchParams();

  /** A button that leaves only what is of the same contest or person, while others are there too. */
  const only = (name: "contest" | "person", id: string, label: string): ReactNode =>
    address.get(name) === id ? null : (
      <IconButton
        label={label}
        icon={<ListFilter aria-hidden="true" size={18} />}
        onClick={() => {
          setAddress((now) => new URLSearchParams([...[...now].filter(([key]) => key !== name), [name, id]]));
          // The row that holds this button gives way to those that are left.
          focusHeadingIfLost();
        }}
      />
    );

  return [
    {
      key: "entry",
      header: "Entry",
      isRowHeader: true,
      cell: ({ _id, kind }) => (
        <span className="da:inline-flex da:flex-wrap da:items-center da:gap-x-3 da:gap-y-1">
          <Badge tone={kind === "payment" ? "success" : "warning"}>{kind === "payment" ? "Payment" : "Refund"}</Badge>
          <span className="cq-hint da:font-normal">No. {_id}</span>
        </span>
      ),
    },
    { key: "amount", header: "Amount", cell: ({ amount }) => <SignedTaka amount={amount} /> },
    { key: "at", header: "Time", cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "contest",
      header: "Contest",
      cell: ({ contest: { _id, name } }) => (
        <WithFilter button={only("contest", _id, `Only entries of “${name}”`)}>
          <Link to={`/contest-details/${_id}`} dir="auto" className="cq-link">
            {name}
          </Link>
        </WithFilter>
      ),
    },
    {
      key: "person",
      header: "Person",
      cell: ({ person }) => (
        <WithFilter button={only("person", person._id, `Only entries of ${person.name || person.email || "this person"}`)}>
          {person.email === null || person.email === email ? (
            <bdi>{person.name || "No name"}</bdi>
          ) : (
            <Link to={`/dashboard/manage_users?${new URLSearchParams({ q: person.email.slice(0, 100) }).toString()}`} dir="auto" className="cq-link">
              {person.name || "No name"}
            </Link>
          )}
          {person.email !== null && (
            <span className="cq-hint da:block da:break-words">
              <EmailAddress>{person.email}</EmailAddress>
            </span>
          )}
        </WithFilter>
      ),
    },
  ];
}

const WithFilter = ({ button, children }: { button: ReactNode; children: ReactNode }) => (
  <span className="da:flex da:items-center da:justify-between da:gap-2">
    <span className="da:min-w-0">{children}</span>
    {button}
  </span>
);
