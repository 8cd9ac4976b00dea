import type { ContestDetails } from "@conquest/shared/contracts/contests";
import type { AcceptedRules } from "@conquest/shared/contracts/rules";
import { T, t } from "@conquest/shared/singletons/language";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { RulesList } from "./rules-list";

export default function Rules({ contest: { rules, viewer, may } }: { contest: ContestDetails }) {
  const accepted = viewer?.acceptedRules;
  return (
    <section aria-labelledby="contest-rules" className="pu:flex pu:flex-col pu:gap-3">
      <h3 id="contest-rules" className="pu:text-lg pu:font-semibold">
        {t("Rules")}
      </h3>
      {rules ? <RulesList rules={rules} /> : <p>{t("This contest no longer has rules.")}</p>}
      {accepted && <Accepted accepted={accepted} />}
      {rules && may.join.isAllowed && (
        <p className="cq-hint">{t("You accept the rules when you join. After that, they can't change.")}</p>
      )}
    </section>
  );
}

function Accepted({ accepted: { at, version, rules } }: { accepted: AcceptedRules }) {
  const format = useDateTimeFormat();
  const when = <time dateTime={at}>{format(at)}</time>;
  if (!rules)
    return (
      <p className="cq-hint">
        <T text="You accepted these rules on {time} (version {n})." time={when} n={version} />
      </p>
    );
  return (
    <>
      <p className="cq-hint">
        <T
          text="You accepted earlier rules on {time} (version {n}). They have changed since."
          time={when}
          n={version}
        />
      </p>
      <details>
        <summary className="cq-link pu:flex pu:min-h-11 pu:cursor-pointer pu:items-center pu:self-start">
          {t("Show the rules you accepted")}
        </summary>
        <div className="pu:flex pu:flex-col pu:gap-3 pu:pt-2">
          <RulesList rules={rules} />
        </div>
      </details>
    </>
  );
}
