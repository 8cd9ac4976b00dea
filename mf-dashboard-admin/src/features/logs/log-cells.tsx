import { Download, Funnel } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { config } from "@conquest/shared/singletons/config";
import { language, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { IconButton } from "@conquest/shared/ui/button";
import { DownloadLink } from "@conquest/shared/ui/download-link";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { DataTable } from "@conquest/shared/ui/list/data-table";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

interface Person {
  name: string;
  email: string | null;
}

export const personLabel = ({ name, email }: Person): string => name || email || t("this person");

/** A table with low rows, and compact cards. `widths` has classes for the columns, which don't depend on texts. */
export const DenseTable = <T,>({ widths, ...table }: ComponentProps<typeof DataTable<T>> & { widths: string }) => (
  <div
    className={`da:[&_:is(th,td)]:min-w-0 da:[&_:is(th,td)]:@min-[52rem]/cq-table:py-1 da:[&_table]:table-fixed da:[&_table]:text-sm da:[&_tbody_th]:text-sm da:[&_time]:text-xs ${widths}`}>
    <DataTable {...table} isDense />
  </div>
);

export const LogText = ({ children }: { children: string }) => (
  <span dir="auto" lang={langOf(children)} className="da:wrap-anywhere da:whitespace-pre-line">
    {children}
  </span>
);

/** Saves the whole filtered list, in the language of the page. */
export function ExportLink({ of, query }: { of: { path: string }; query: Record<string, string | undefined> }) {
  const filters = Object.entries(query).filter((filter): filter is [string, string] => filter[1] !== undefined);
  const search = new URLSearchParams([...filters, ["language", language()]]).toString();
  return (
    <DownloadLink href={`${config().apiBase}${of.path}?${search}`} variant="secondary" size="sm">
      <Download aria-hidden="true" size={16} /> {t("Download CSV")}
    </DownloadLink>
  );
}

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
    <span className="da:flex da:items-start da:gap-1">
      <span className="da:min-w-0 da:wrap-anywhere da:leading-7 da:[&_a]:py-1.5">{children}</span>
      {searchParams.get(by) !== id && (
        <IconButton
          label={label}
          icon={<Funnel aria-hidden="true" size={14} />}
          className="da:size-7 da:min-h-7 da:text-muted da:pointer-coarse:size-9"
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
  if (email === null || email === ownEmail) return <bdi>{name || t("Unnamed user")}</bdi>;
  return (
    <Link
      to={`/dashboard/manage_users?${new URLSearchParams({ q: email.slice(0, 100) }).toString()}`}
      dir="auto"
      lang={langOf(name)}
      className="cq-link">
      {name || t("Unnamed user")}
    </Link>
  );
}

export const PersonAddress = ({ email }: Person) =>
  email !== null && (
    <span className="cq-hint">
      {" "}
      <EmailAddress>{email}</EmailAddress>
    </span>
  );

export const ContestName = ({ _id, children }: { _id: string; children: string }) => (
  <Link to={`/contest-details/${_id}`} dir="auto" lang={langOf(children)} className="cq-link">
    {children}
  </Link>
);
