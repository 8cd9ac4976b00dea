import type { Account } from "@conquest/shared/contracts/users";
import { msg } from "@conquest/shared/contracts/text/message";
import { T, t } from "@conquest/shared/singletons/language";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import type { Column } from "@conquest/shared/ui/list/data-table";
import { EmailAddress } from "@conquest/shared/ui/format/email-address";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { RoleRequestDecision, UserActions } from "./user-actions";
import { Badge, ValueBadge, type BadgeContent } from "@conquest/shared/ui/badge";

const ROLE: Record<Account["role"], BadgeContent> = {
  admin: { label: msg("Admin"), tone: "brand" },
  creator: { label: msg("Creator"), tone: "info" },
  user: { label: msg("User"), tone: "neutral" },
  requested: { label: msg("Requested"), tone: "warning" },
};

const STATUS: Record<Account["status"], BadgeContent> = {
  verified: { label: msg("Verified"), tone: "success" },
  blocked: { label: msg("Blocked"), tone: "danger", icon: "cq-icon cq-icon-ban" },
};

interface Selection {
  has: (id: string) => boolean;
  isFull: boolean;
  toggle: (id: string) => void;
}

export const userColumns = (selection: Selection): Column<Account>[] => [
  {
    key: "select",
    header: t("Select"),
    besideName: "after",
    cell: ({ _id, name, email }) => (
      <label className="da:-mx-2.5 da:inline-grid da:size-11 da:cursor-pointer da:place-items-center">
        <input
          type="checkbox"
          className="checkbox checkbox-primary"
          aria-label={t("Select {name}", { name: name || email })}
          checked={selection.has(_id)}
          disabled={selection.isFull && !selection.has(_id)}
          onChange={() => selection.toggle(_id)}
        />
      </label>
    ),
  },
  {
    key: "photo",
    header: t("Photo"),
    besideName: "before",
    cell: ({ image, name }) => <Avatar src={image} name={name} alt="" />,
  },
  {
    key: "name",
    header: t("Name"),
    isRowHeader: true,
    cell: ({ _id, name, requestedAt, createdAt }) => (
      <span>
        <bdi id={_id}>{name || t("Unnamed user")}</bdi>
        <span className="cq-hint da:block da:font-normal">
          {requestedAt ? (
            <T text="Requested the creator role {time}" time={<RelativeTime at={requestedAt} />} />
          ) : (
            <T text="Joined {time}" time={<RelativeTime at={createdAt} />} />
          )}
        </span>
      </span>
    ),
  },
  {
    key: "email",
    header: t("Email"),
    unlabelled: "line",
    cell: ({ email, isEmailVerified }) => (
      <span className="da:flex da:flex-wrap da:gap-1 da:@min-[52rem]/cq-table:min-w-34">
        <EmailAddress>{email}</EmailAddress>
        {isEmailVerified === false && <Badge tone="warning">{t("Email not verified")}</Badge>}
      </span>
    ),
  },
  {
    key: "status",
    header: t("Status"),
    unlabelled: "inline",
    cell: ({ status, blockedBecause }) => (
      <span className="da:inline-block">
        <ValueBadge of={STATUS} value={status} />
        {blockedBecause && <span className="cq-table-more cq-hint da:mt-1 da:block">{blockedBecause}</span>}
      </span>
    ),
  },
  { key: "role", header: t("Role"), unlabelled: "inline", cell: ({ role }) => <ValueBadge of={ROLE} value={role} /> },
  {
    key: "actions",
    header: t("Actions"),
    isActions: true,
    cell: (user) => (
      <>
        {user.role === "requested" && <RoleRequestDecision user={user} />}
        <UserActions user={user} />
      </>
    ),
  },
];
