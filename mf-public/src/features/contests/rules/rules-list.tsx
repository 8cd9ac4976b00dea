import type { ShownRules } from "@conquest/shared/contracts/rules";
import { ruleSentences } from "@conquest/shared/ui/contest/rule-sentences";
import { UserText } from "@conquest/shared/ui/format/user-text";

export function RulesList({ rules }: { rules: ShownRules }) {
  const sentences = ruleSentences(rules, rules.countryNames);
  return (
    <>
      {sentences.length > 0 && (
        <ul className="pu:flex pu:flex-col pu:gap-2 pu:wrap-anywhere">
          {sentences.map((sentence) => (
            <li
              key={sentence}
              className="cq-icon cq-icon-circle-check pu:flex pu:gap-3 pu:before:mt-1.5 pu:before:text-brand">
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {rules.text && <UserText>{rules.text}</UserText>}
    </>
  );
}
