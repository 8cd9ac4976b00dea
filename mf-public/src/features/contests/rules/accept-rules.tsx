import { CircleAlert } from "lucide-react";
import type { RefObject } from "react";
import type { ShownRules } from "@conquest/shared/contracts/rules";
import { t } from "@conquest/shared/singletons/language";
import { RulesList } from "./rules-list";

interface Props {
  rules: ShownRules;
  isAccepted: boolean;
  /** Why the user can't join yet; "" if there is nothing to say. */
  problem: string;
  onChange: (isAccepted: boolean) => void;
  control: RefObject<HTMLInputElement | null>;
}

export default function AcceptRules({ rules, isAccepted, problem, onChange, control }: Props) {
  return (
    <section aria-labelledby="rules-to-accept" className="pu:flex pu:flex-col pu:gap-3">
      <h2 id="rules-to-accept" className="pu:text-lg pu:font-semibold">
        {t("Rules")}
      </h2>
      <RulesList rules={rules} />
      <div>
        <label className="pu:flex pu:min-h-11 pu:cursor-pointer pu:items-center pu:gap-3 pu:font-semibold">
          <input
            ref={control}
            type="checkbox"
            className="checkbox checkbox-primary pu:shrink-0"
            checked={isAccepted}
            required
            aria-invalid={problem !== ""}
            aria-describedby={problem ? "rules-to-accept-error" : undefined}
            onChange={({ target }) => onChange(target.checked)}
          />
          {acceptance(rules)}
        </label>
        {/* Always rendered, so that the error is announced. */}
        <p id="rules-to-accept-error" className="cq-error" aria-live="polite">
          {problem && (
            <>
              <CircleAlert aria-hidden size={15} />
              <span>{problem}</span>
            </>
          )}
        </p>
      </div>
    </section>
  );
}

/** Returns what the user confirms instead of giving a date of birth or an address. */
function acceptance({ minimumAge, countries }: ShownRules): string {
  const n = minimumAge ?? 0;
  if (minimumAge !== null && countries.length > 0)
    return t("I'm at least {n}, live in an allowed country and accept the rules", { n });
  if (minimumAge !== null) return t("I'm at least {n} and accept the rules", { n });
  return t(countries.length > 0 ? "I live in an allowed country and accept the rules" : "I accept the rules");
}
