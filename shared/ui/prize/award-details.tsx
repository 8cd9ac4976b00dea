import type { ReactNode } from "react";
import type { Award, AwardDecision } from "@conquest/shared/contracts/awards";
import { SIMULATED } from "@conquest/shared/contracts/text/simulated";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { SaveFile } from "@conquest/shared/ui/files/save-file";
import { formatDay } from "@conquest/shared/ui/format/day";
import { labelOf } from "@conquest/shared/ui/format/labels";
import { Money } from "@conquest/shared/ui/format/money";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { AwardBadge } from "@conquest/shared/ui/prize/award-badge";
import { AwardText, type AwardReader } from "@conquest/shared/ui/prize/award-text";

const DECISIONS: Record<AwardDecision, string> = {
  delivered: msg("An admin marked it as delivered {time}."),
  returned: msg("An admin returned it to the creator {time}."),
  closed: msg("An admin closed it as not delivered {time}."),
};

interface Props {
  award: Award;
  as: AwardReader;
  /** For a card that states the amount elsewhere. */
  hidesAmount?: boolean;
  children: ReactNode;
}

export function AwardDetails({ award, as, hidesAmount = false, children }: Props) {
  const { state, prize, sent, problem, decision } = award;
  return (
    <div className="cq-form">
      <p className="cq-words-form-acts">
        <AwardBadge state={state} />
        {!hidesAmount && (
          <span>
            <Money amount={prize} /> <span className="cq-hint">{t(SIMULATED)}</span>
          </span>
        )}
      </p>
      <p>
        <AwardText award={award} as={as} />
      </p>
      {sent && (
        <div>
          <p className="cq-hint">
            <T text="Sent on {day}" day={<time dateTime={sent.on}>{formatDay(sent.on)}</time>} />
          </p>
          {sent.note && <UserText>{sent.note}</UserText>}
          {sent.proof && (
            <p>
              <T
                text="Proof of sending: {file}"
                file={
                  <SaveFile file={sent.proof} className="cq-link">
                    <bdi>{sent.proof.name}</bdi>
                  </SaveFile>
                }
              />
            </p>
          )}
        </div>
      )}
      {problem?.text && (
        <div>
          <p className="cq-hint">
            <T text="Problem reported {time}" time={<RelativeTime at={problem.at} />} />
          </p>
          <UserText>{problem.text}</UserText>
        </div>
      )}
      {decision && (
        <div>
          <p className="cq-hint">
            <T text={labelOf(DECISIONS, decision.is)} time={<RelativeTime at={decision.at} />} />
          </p>
          {decision.note && <UserText>{decision.note}</UserText>}
        </div>
      )}
      {children}
    </div>
  );
}
