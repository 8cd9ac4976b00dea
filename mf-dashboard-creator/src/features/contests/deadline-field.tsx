import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import DatePicker from "react-datepicker";
import { parseInstant } from "@conquest/shared/contracts/text/fields";
import { digits, t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { FieldFrame, describedBy } from "@conquest/shared/ui/form/field-frame";
import { formatDateTime, serverNow } from "@conquest/shared/ui/format/time";
import { calendarTexts } from "./calendar-texts";
import { withHint } from "./field-hint";
import { endOfDay, parseTypedDeadline, toDayText, toIsoSeconds } from "./deadline";

export interface DeadlineFieldProps {
  name: string;
  label: string;
  /** Instant as sent to the server, or the typed text if it is not a valid date. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref?: Ref<{ focus: () => void }>;
  error?: string;
  advice?: ReactNode;
  /** Range of selectable days; defaults to from now on, without an end. */
  earliest?: Date;
  latest?: Date;
}

const DAYS_AHEAD = [14, 30];

export default function DeadlineField({
  name,
  label,
  value,
  onChange,
  onBlur,
  ref,
  error,
  advice,
  earliest,
  latest,
}: DeadlineFieldProps) {
  const id = useId();
  const picker = useRef<DatePicker>(null);
  const control = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => picker.current?.setFocus() }), []);
  // Keeps the text as typed, so that "1/2/2027" is not reformatted while typing.
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = parseInstant(value);
  const [time, setTime] = useState(() => chosen ?? endOfDay(new Date()));

  const choose = (date: Date) => {
    setTime(date);
    onChange(toIsoSeconds(date));
  };
  const chooseDay = (daysAhead: number) => {
    const day = new Date();
    day.setDate(day.getDate() + daysAhead);
    setTyped(null);
    choose(endOfDay(day));
  };
  const inWords = chosen && formatDateTime(chosen.toISOString());
  const format = t("Enter a date like 31/12/2027, and a time like 18:30 if you want.");
  const hint = inWords
    ? `${t(chosen.getTime() > serverNow() ? "Entries close {date}." : "{date} has passed.", { date: inWords })} ${format}`
    : format;

  return (
    <FieldFrame label={label} htmlFor={id} error={error} hint={withHint(hint, advice)}>
      <div ref={control} className="cq-control">
        <DatePicker
          id={id}
          name={name}
          ref={picker}
          className="cq-input"
          value={typed ?? (chosen ? digits(toDayText(chosen)) : value)}
          selected={chosen}
          onChangeRaw={(event) => {
            // Picks from the calendar arrive here too and are handled by onChange.
            if (!(event?.target instanceof HTMLInputElement) || event.type !== "change") return;
            event.preventDefault();
            // The calendar covers the buttons below, and a click on one of them would pick a day.
            if (picker.current?.isCalendarOpen()) picker.current.setOpen(false, true);
            const text = event.target.value;
            setTyped(text);
            const date = parseTypedDeadline(text, time);
            if (date) choose(date);
            else onChange(text.trim());
          }}
          onChange={(date: Date | null, event?: unknown) => {
            setTyped(null);
            // The first picked day carries the current time; a deadline means the end of the day.
            if (date) choose(event && !chosen ? endOfDay(date) : date);
          }}
          onBlur={() => {
            setTyped(null);
            onBlur();
          }}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" || picker.current?.isCalendarOpen()) return;
            event.preventDefault();
            picker.current?.setOpen(true);
          }}
          preventOpenOnFocus
          dateFormat="dd/MM/yyyy"
          placeholderText={t("dd/MM/yyyy")}
          minDate={earliest ?? new Date()}
          maxDate={latest}
          showTimeSelect
          timeIntervals={30}
          timeFormat="HH:mm"
          {...calendarTexts()}
          injectTimes={[endOfDay(time)]}
          autoComplete="off"
          ariaInvalid={error ? "true" : "false"}
          ariaDescribedBy={describedBy(id, error, hint)}
          showPopperArrow={false}
          onCalendarOpen={() => {
            // The popper is positioned shortly after opening; on phones it may be partly out of sight.
            setTimeout(
              () => control.current?.querySelector(".react-datepicker-popper")?.scrollIntoView({ block: "nearest" }),
              50,
            );
          }}
        />
      </div>
      {!latest && (
        <div role="group" aria-label={t("Quick choices")} className="dc:-mx-3 dc:flex dc:flex-wrap">
          {DAYS_AHEAD.map((days) => (
            <Button key={days} variant="ghost" size="sm" onClick={() => chooseDay(days)}>
              {t("In {n} days", { n: days })}
            </Button>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
