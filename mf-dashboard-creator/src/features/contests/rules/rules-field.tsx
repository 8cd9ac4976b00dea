import { useEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { Pencil, Plus } from "lucide-react";
import { MAX_RULES_LENGTH, readRulesText, toRulesText, type TypedRules } from "@conquest/shared/contracts/rules";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { CountriesField } from "./countries-field";
import { OptionalGroup, useGroupFocus, type GroupError } from "../optional-group";

interface Props {
  name: string;
  label: string;
  /** As of `toRulesText`. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref?: Ref<{ focus: () => void }>;
  error?: RulesError | undefined;
  hint?: ReactNode;
}

const PARTS = ["minimumAge", "countries", "text"] as const;
type RulesError = GroupError<(typeof PARTS)[number]>;

/** Closed at first, as most contests have no rules. */
export default function RulesField({ name, label, value, onChange, onBlur, ref, error, hint }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  const first = useRef<HTMLDivElement>(null);
  useGroupFocus(ref, group);
  const [isOpen, setIsOpen] = useState(false);
  // Stays open while a wrong part is corrected.
  if (error && !isOpen) setIsOpen(true);
  /** True after a click on the button, which is then gone. */
  const wantsFirst = useRef(false);
  useEffect(() => {
    if (isOpen && wantsFirst.current) first.current?.querySelector("input")?.focus();
    wantsFirst.current = false;
  }, [isOpen]);

  return (
    <OptionalGroup
      ref={group}
      name={name}
      label={label}
      hint={hint}
      error={PARTS.some((part) => error?.[part]) ? undefined : error?.message}>
      {isOpen ? (
        <div ref={first} className="dc:mt-2 dc:grid dc:gap-3">
          <Inputs name={name} rules={readRulesText(value)} error={error} onChange={onChange} onBlur={onBlur} />
        </div>
      ) : (
        <div className="dc:mt-2">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              wantsFirst.current = true;
              setIsOpen(true);
            }}>
            {value === "" ? <Plus aria-hidden="true" size={16} /> : <Pencil aria-hidden="true" size={16} />}{" "}
            {t(value === "" ? "Add rules" : "Edit rules")}
          </Button>
        </div>
      )}
    </OptionalGroup>
  );
}

interface InputsProps {
  name: string;
  rules: TypedRules;
  error: RulesError | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

function Inputs({ name, rules, error, onChange, onBlur }: InputsProps) {
  const change = (part: Partial<TypedRules>) => onChange(toRulesText({ ...rules, ...part }));
  return (
    <>
      <TextField
        label={t("Minimum age")}
        name={`${name}-age`}
        value={rules.minimumAge}
        error={error?.minimumAge?.message}
        inputMode="numeric"
        after={t("years")}
        autoComplete="off"
        hint={t("Participants confirm their age. Their date of birth isn't asked for.")}
        onChange={(event) => change({ minimumAge: event.target.value })}
        onBlur={onBlur}
      />
      <CountriesField
        name={`${name}-countries`}
        countries={rules.countries}
        error={error?.countries?.message}
        onChange={(countries) => change({ countries })}
      />
      <Choice isChecked={rules.originalOnly} onChange={(originalOnly) => change({ originalOnly })}>
        {t("Original work only")}
      </Choice>
      <Choice isChecked={rules.disclosesAi} onChange={(disclosesAi) => change({ disclosesAi })}>
        {t("AI use must be disclosed")}
      </Choice>
      <TextAreaField
        label={t("Other rules")}
        name={`${name}-text`}
        value={rules.text}
        error={error?.text?.message}
        rows={4}
        hint={t("Plain text, up to {n} characters.", { n: MAX_RULES_LENGTH })}
        onChange={(event) => change({ text: event.target.value })}
        onBlur={onBlur}
      />
    </>
  );
}

interface ChoiceProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}

const Choice = ({ isChecked, onChange, children }: ChoiceProps) => (
  <label className="dc:flex dc:min-h-11 dc:cursor-pointer dc:items-center dc:gap-3 dc:font-medium">
    <input
      type="checkbox"
      className="checkbox checkbox-primary dc:shrink-0"
      checked={isChecked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {children}
  </label>
);
