import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { Plus, Trash2 } from "lucide-react";
import { MAX_MORE_PRIZES, readPrizeLines, toPrizeLines } from "@conquest/shared/contracts/prizes";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { OptionalGroup, useGroupFocus, type GroupError } from "./optional-group";

export interface MorePrizesFieldProps {
  name: string;
  label: string;
  /** As of `toPrizeLines`. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref?: Ref<{ focus: () => void }>;
  error?: GroupError<number, GroupError<keyof TypedPrize>> | undefined;
  hint?: ReactNode;
}

type TypedPrize = ReturnType<typeof readPrizeLines>[number];

/** Line breaks and tabs separate the prizes in the form's text. */
const onOneLine = (text: string) => text.replace(/[\t\r\n]+/g, " ");

export function MorePrizesField({ name, label, value, onChange, onBlur, ref, error, hint }: MorePrizesFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  /** Index of the row to focus once it is rendered; the group itself if it is the one after the last. */
  const nextFocus = useRef<number | null>(null);
  useGroupFocus(ref, group);
  const prizes = readPrizeLines(value);
  const groupError = prizes.some((_, index) => error?.[index]) ? undefined : error?.message;

  useEffect(() => {
    if (nextFocus.current === null) return;
    const row = group.current?.querySelectorAll<HTMLInputElement>("[data-prize-name]")[nextFocus.current];
    (row ?? group.current)?.focus();
    nextFocus.current = null;
  });

  const change = (next: readonly TypedPrize[]) => onChange(toPrizeLines(next));
  const changeAt = (index: number, part: Partial<TypedPrize>) =>
    change(prizes.map((prize, position) => (position === index ? { ...prize, ...part } : prize)));
  const add = () => {
    nextFocus.current = prizes.length;
    change([...prizes, { name: "", amount: "" }]);
  };
  const remove = (index: number) => {
    nextFocus.current = Math.max(0, Math.min(index, prizes.length - 2));
    change(prizes.filter((_, position) => position !== index));
  };

  return (
    <OptionalGroup ref={group} name={name} label={label} hint={hint} error={groupError}>
      {prizes.length > 0 && (
        <ol className="dc:mt-2 dc:grid dc:gap-3">
          {prizes.map((prize, index) => {
            const n = index + 2;
            return (
              <li
                key={index}
                className="dc:grid dc:grid-cols-[minmax(0,1fr)_auto] dc:items-start dc:gap-x-2 dc:gap-y-1 dc:sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
                <TextField
                  label={t("Name of prize {n}", { n })}
                  name={`${name}-${n}-name`}
                  className="dc:max-sm:col-span-2"
                  value={prize.name}
                  error={error?.[index]?.name?.message}
                  placeholder={n === 2 ? t("Second place") : undefined}
                  autoComplete="off"
                  data-prize-name
                  onChange={(event) => changeAt(index, { name: onOneLine(event.target.value) })}
                  onBlur={onBlur}
                />
                <TextField
                  label={t("Amount of prize {n}", { n })}
                  name={`${name}-${n}-amount`}
                  value={prize.amount}
                  error={error?.[index]?.amount?.message}
                  inputMode="numeric"
                  before="৳"
                  autoComplete="off"
                  onChange={(event) => changeAt(index, { amount: onOneLine(event.target.value) })}
                  onBlur={onBlur}
                />
                <Button
                  variant="ghost"
                  aria-label={t("Remove prize {n}", { n })}
                  className="dc:mt-7"
                  onClick={() => remove(index)}>
                  <Trash2 aria-hidden="true" size={18} />
                </Button>
              </li>
            );
          })}
        </ol>
      )}
      {prizes.length < MAX_MORE_PRIZES && (
        <div className="dc:mt-2">
          <Button variant="secondary" size="sm" onClick={add}>
            <Plus aria-hidden="true" size={16} /> {t("Add a prize")}
          </Button>
        </div>
      )}
    </OptionalGroup>
  );
}
