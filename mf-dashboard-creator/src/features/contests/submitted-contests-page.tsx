import { t } from "@conquest/shared/singletons/language";
import { Money } from "@conquest/shared/ui/format/money";
import { MyContests } from "./my-contests";

export default function SubmittedContestsPage() {
  return (
    <MyContests
      title={t("My Submitted Contests")}
      subtitle={t("Review entries and pick a winner after the deadline.")}
      caption={t("My submitted contests")}
      isByDueDate
      column={{ key: "prize", header: t("Prize"), cell: ({ prize }) => <Money amount={prize} /> }}
      empty={t("Read and judge the entries to your contests here.")}
    />
  );
}
