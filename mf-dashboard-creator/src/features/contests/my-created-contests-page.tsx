import { useAccount } from "@conquest/shared/singletons/session-store";
import { truncate } from "@conquest/shared/ui/format/text";
import { MyContests } from "./my-contests";

export default function MyCreatedContestsPage() {
  const { role } = useAccount();
  return (
    <MyContests
      title="My Created Contests"
      subtitle={
        role !== "creator" && role !== "admin" && "You're no longer a creator, so contests in review can't be approved."
      }
      caption="My created contests"
      unit={["contest", "contests"]}
      column={{
        key: "description",
        header: "Description",
        unlabelled: "line",
        cell: ({ description }) => (
          <span className="dc:line-clamp-1 dc:@min-[52rem]/cq-table:line-clamp-2">{truncate(description, 80)}</span>
        ),
      }}
      hasButtons
      empty="Contests you add appear here, with comments from admins."
    />
  );
}
