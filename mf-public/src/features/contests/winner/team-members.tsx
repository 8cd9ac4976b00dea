import { t } from "@conquest/shared/singletons/language";

/** Names all members, if a team won. The first one, the captain, receives the prize. */
export const TeamMembers = ({ members }: { members: readonly string[] | undefined }) =>
  members ? (
    <p className="pu:text-sm" dir="auto">
      {members
        .map((member) => member || t("Unnamed participant"))
        .map((name, index) => (index === 0 ? t("{name} (captain)", { name }) : name))
        .join(", ")}
    </p>
  ) : null;
