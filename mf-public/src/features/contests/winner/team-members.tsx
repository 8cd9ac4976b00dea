import { t } from "@conquest/shared/singletons/language";

/** Names all members, if a team won. */
export const TeamMembers = ({ members }: { members: readonly string[] | undefined }) =>
  members ? (
    <p className="pu:text-sm" dir="auto">
      {members.map((name) => name || t("Unnamed participant")).join(", ")}
    </p>
  ) : null;
