import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { SYSTEM, type AuditEntry } from "@conquest/shared/contracts/audit";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Badge } from "@conquest/shared/ui/badge";
import { IconButton } from "@conquest/shared/ui/button";
import type { Column } from "@conquest/shared/ui/data-table";
import { EmailAddress } from "@conquest/shared/ui/email-address";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";
import { useDateTimeFormat } from "@conquest/shared/ui/time";
import { ACT_WORDS, changeWords, roleWords } from "./audit-words";

type Person = NonNullable<AuditEntry["person"]>;
type Filter = "contest" | "person" | "actor";

export function useAuditColumns(): Column<AuditEntry>[] {
  const { email: own } = useAccount();
  const format = useDateTimeFormat();
  const [address, setAddress] = useSearchParams();

  /** A button that leaves only what is of the same contest, person or actor, while others are there too. */
  const only = (name: Filter, id: string, label: string): ReactNode =>
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

  /** Leads to the list of people, where oneself and the removed are not. */
  const personLink = ({ name, email }: Person) =>
    email === null || email === own ? (
      name || "No name"
    ) : (
      <Link to={`/dashboard/manage_users?${new URLSearchParams({ q: email.slice(0, 100) }).toString()}`} className="cq-link">
        {name || "No name"}
      </Link>
    );

  return [
    {
      key: "act",
      header: "What",
      isRowHeader: true,
      cell: ({ _id, act, from, to }) => {
        const change = changeWords({ from, to });
        return (
          <span className="da:block">
            <Badge tone={ACT_WORDS[act].tone}>{ACT_WORDS[act].words}</Badge>
            <span className="cq-hint da:mt-1 da:block da:font-normal">
              No. {_id}
              {change && `, ${change}`}
            </span>
          </span>
        );
      },
    },
    {
      key: "about",
      header: "About",
      cell: ({ person, contest }) => (
        <span className="da:flex da:flex-col da:gap-2">
          {contest && (
            <WithFilter button={only("contest", contest._id, `Only acts about ${contest.name === null ? "this contest" : `“${contest.name}”`}`)}>
              {contest.name === null ? (
                <>
                  A contest that was deleted
                  <span className="cq-hint da:block da:wrap-anywhere">{contest._id}</span>
                </>
              ) : (
                <Link to={`/contest-details/${contest._id}`} className="cq-link">
                  {contest.name}
                </Link>
              )}
            </WithFilter>
          )}
          {person && (
            <WithFilter button={only("person", person._id, `Only acts about ${person.name || person.email || "this person"}`)}>
              {personLink(person)}
              {person.email !== null && (
                <span className="cq-hint da:block da:break-words">
                  <EmailAddress>{person.email}</EmailAddress>
                </span>
              )}
            </WithFilter>
          )}
        </span>
      ),
    },
    {
      key: "by",
      header: "By",
      cell: ({ by: { role, person } }) => (
        <WithFilter button={only("actor", person?._id ?? SYSTEM, `Only acts by ${person ? person.name || person.email || "this person" : "the site"}`)}>
          {person ? personLink(person) : "The site"}
          <span className="cq-hint da:block">{roleWords(role)}</span>
        </WithFilter>
      ),
    },
    { key: "at", header: "Time", cell: ({ at }) => <time dateTime={at}>{format(at)}</time> },
    {
      key: "reason",
      header: "Reason",
      cell: ({ reason }) => (reason ? <span className="da:block da:max-w-72 da:wrap-anywhere da:whitespace-pre-line">{reason}</span> : <span className="da:text-muted">None given</span>),
    },
  ];
}

const WithFilter = ({ button, children }: { button: ReactNode; children: ReactNode }) => (
  <span className="da:flex da:items-center da:justify-between da:gap-2">
    <span className="da:min-w-0">{children}</span>
    {button}
  </span>
);
