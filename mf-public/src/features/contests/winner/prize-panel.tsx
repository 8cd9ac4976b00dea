import { useQuery } from "@tanstack/react-query";
import { listAwards } from "@conquest/shared/contracts/awards";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { query } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { Section } from "@conquest/shared/ui/page/section";
import { AwardDetails } from "@conquest/shared/ui/prize/award-details";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { useFocusHashTarget } from "../use-focus-hash-target";

/** For the creator, the winner and admins: how the prize gets to the winner. */
export default function PrizePanel({ contest: { _id, viewer } }: { contest: ContestDetails }) {
  const awards = useQuery(query(listAwards, { params: { contestId: _id } }));
  useFocusHashTarget("#prize", "prize-heading");
  const as = viewer?.isOwner ? "creator" : viewer?.isWinner ? "winner" : "admin";
  return (
    <Section
      id="prize"
      headingId="prize-heading"
      title={t("Prize")}
      isFocusable
      className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <QueryView query={awards} skeleton={<div className="cq-bone pu:h-32 pu:rounded-md" aria-hidden="true" />}>
        {(shown) => shown.map((award) => <AwardDetails key={award.place} award={award} as={as} />)}
      </QueryView>
    </Section>
  );
}
