import { Money } from "@conquest/shared/ui/format/money";
import { MyContests } from "./my-contests";

export default function SubmittedContestsPage() {
  return (
    <MyContests
      title="My Submitted Contests"
      subtitle="Review entries and pick a winner after the deadline."
      caption="My submitted contests"
      isByDueDate
      column={{ key: "prize", header: "Prize", cell: ({ prize }) => <Money amount={prize} /> }}
      empty="Read and judge the entries to your contests here."
    />
  );
}
