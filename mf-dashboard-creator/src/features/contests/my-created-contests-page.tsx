import { msg, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { truncate } from "@conquest/shared/ui/format/text";
import { MyContests } from "./my-contests";

const UNIT = [msg("contest"), msg("contests")] as const;

export default function MyCreatedContestsPage() {
  const { role } = useAccount();
  return (
    <MyContests
      title={t("My Created Contests")}
      subtitle={
        role !== "creator" &&
        role !== "admin" &&
        t("You're no longer a creator, so contests in review can't be approved.")
      }
      caption={t("My created contests")}
      unit={UNIT}
      column={{
        key: "description",
        header: t("Description"),
        unlabelled: "line",
        cell: ({ description, summary = description }) => (
          <span className="dc:line-clamp-1 dc:@min-[52rem]/cq-table:line-clamp-2">{truncate(summary, 80)}</span>
        ),
      }}
      hasButtons
      empty={t("Contests you add appear here, with comments from admins.")}
    />
  );
}
