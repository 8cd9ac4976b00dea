import { ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { IconButton } from "@conquest/shared/ui/button";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

interface Person {
  name: string;
  email: string | null;
}

export const personLabel = ({ name, email }: Person): string => name || email || "this person";

interface FilteredProps {
  by: "contest" | "person" | "actor";
  id: string;
  label: string;
  children: ReactNode;
}

/** A cell with a button that filters by its subject, unless that filter is already set. */
export function FilterCell({ by, id, label, children }: FilteredProps) {
  const [searchParams, setSearchParams] = useSearchParams();
  return (
    <span className="da:flex da:items-center da:justify-between da:gap-2">
      <span className="da:min-w-22">{children}</span>
      {searchParams.get(by) !== id && (
        <IconButton
          label={label}
          icon={<ListFilter aria-hidden="true" size={18} />}
          onClick={() => {
            setSearchParams(
              (current) => new URLSearchParams([...[...current].filter(([key]) => key !== by), [by, id]]),
            );
            // The filtered list may not contain the row of this button.
            focusHeadingIfLost();
          }}
        />
      )}
    </span>
  );
}

/** Links to the user list, which contains neither the viewer nor deleted accounts. */
export function PersonName({ name, email }: Person) {
  const { email: ownEmail } = useAccount();
  if (email === null || email === ownEmail) return <bdi>{name || "No name"}</bdi>;
  return (
    <Link
      to={`/dashboard/manage_users?${new URLSearchParams({ q: email.slice(0, 100) }).toString()}`}
      dir="auto"
      className="cq-link">
      {name || "No name"}
    </Link>
  );
}

export const PersonAddress = ({ email }: Person) =>
  email !== null && (
    <span className="cq-hint da:block">
      <EmailAddress>{email}</EmailAddress>
    </span>
  );

export const ContestName = ({ _id, children }: { _id: string; children: string }) => (
  <Link to={`/contest-details/${_id}`} dir="auto" className="cq-link">
    {children}
  </Link>
);
