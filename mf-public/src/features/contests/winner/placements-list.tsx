import { Award } from "lucide-react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { T, t } from "@conquest/shared/singletons/language";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Avatar } from "@conquest/shared/ui/picture/avatar";

import { ReportTeam, TeamMembers } from "./team-members";

interface Props {
  contest: ContestDetails;
  headingId: string;
  level: "h2" | "h3";
}

export function PlacementsList({ contest, headingId, level: Heading }: Props) {
  const { morePrizes = [], placements = [] } = contest;
  if (morePrizes.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="pu:flex pu:flex-col pu:gap-3">
      <Heading id={headingId} className={Heading === "h2" ? "cq-section-title" : "pu:text-left pu:font-semibold"}>
        {t("More prizes")}
      </Heading>
      <ul className="pu:flex pu:flex-col pu:gap-3">
        {morePrizes.map(({ name, amount }, index) => {
          const winner = placements.find(({ place }) => place === index + 2);
          return (
            <li key={name} className="pu:flex pu:items-center pu:gap-3">
              {winner ? (
                <Avatar src={winner.photo} name={winner.name} size={40} alt="" />
              ) : (
                <span className="pu:grid pu:size-10 pu:flex-none pu:place-items-center pu:rounded-full pu:bg-sunk pu:text-muted">
                  <Award aria-hidden size={20} />
                </span>
              )}
              <span className="pu:min-w-0 pu:wrap-anywhere">
                <span className="pu:block pu:font-semibold" dir="auto">
                  {winner ? (
                    <>
                      <bdi lang={langOf(winner.name)}>{winner.name || t("Unnamed participant")}</bdi>
                      {winner.isViewer && ` ${t("(you)")}`}
                    </>
                  ) : (
                    t("No winner")
                  )}
                </span>
                <TeamMembers members={winner?.members} />
                {winner && <ReportTeam winner={winner} />}
                <span className="pu:block pu:text-sm pu:text-muted">
                  {amount > 0 ? (
                    <T text="{prize}: {amount}" prize={<bdi>{name}</bdi>} amount={formatTaka(amount)} />
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {placements.length < morePrizes.length && (
        <p className="cq-hint">{t("There were fewer entries than prizes, so not every prize has a winner.")}</p>
      )}
    </section>
  );
}
