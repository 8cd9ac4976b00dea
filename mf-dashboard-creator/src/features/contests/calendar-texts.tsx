import type { ComponentProps, ReactNode } from "react";
import type DatePicker from "react-datepicker";
import { digits, language, t } from "@conquest/shared/singletons/language";
import { monthOf } from "@conquest/shared/ui/format/day";
import { toDayText } from "./deadline";

type Props = ComponentProps<typeof DatePicker>;
type Texts = Pick<
  Props,
  | "locale"
  | "renderDayContents"
  | "calendarContainer"
  | "timeCaption"
  | "chooseDayAriaLabelPrefix"
  | "disabledDayAriaLabelPrefix"
  | "monthAriaLabelPrefix"
  | "previousMonthAriaLabel"
  | "previousMonthButtonLabel"
  | "nextMonthAriaLabel"
  | "nextMonthButtonLabel"
>;

/** Texts of the calendar in the page's language. In English, it has its own names of months and days. */
export const calendarTexts = (): Texts => ({
  ...(language() !== "en" && { locale: LOCALE }),
  renderDayContents: (day: number) => digits(day),
  calendarContainer: CalendarContainer,
  timeCaption: t("Time"),
  chooseDayAriaLabelPrefix: t("Choose"),
  disabledDayAriaLabelPrefix: t("Not available"),
  monthAriaLabelPrefix: t("Month"),
  previousMonthAriaLabel: t("Previous Month"),
  previousMonthButtonLabel: t("Previous Month"),
  nextMonthAriaLabel: t("Next Month"),
  nextMonthButtonLabel: t("Next Month"),
});

const CalendarContainer = ({ className, children }: { className?: string; children?: ReactNode }) => (
  <div className={className} role="dialog" aria-modal="true" aria-label={t("Choose Date and Time")} translate="no">
    {children}
  </div>
);

const FORMATS: Readonly<Record<string, (date: Date) => string | undefined>> = {
  yyyy: (date) => toDayText(date).slice(6),
  LLLL: (date) => monthOf(date.getMonth()),
  MMMM: (date) => monthOf(date.getMonth()),
  MM: (date) => toDayText(date).slice(3, 5),
  dd: (date) => toDayText(date).slice(0, 2),
  d: (date) => String(date.getDate()),
  EEEE: (date) => t("Sunday Monday Tuesday Wednesday Thursday Friday Saturday").split(" ")[date.getDay()],
  EEEEEE: (date) => t("Su Mo Tu We Th Fr Sa").split(" ")[date.getDay()],
  HH: (date) => date.toTimeString().slice(0, 2),
  mm: (date) => date.toTimeString().slice(3, 5),
};

/** The part of a locale that the formats of the calendar need. */
const LOCALE = {
  localize: {
    preprocessor: (date: Date, parts: { isToken: boolean; value: string }[]) =>
      parts.map(({ isToken, value }) => ({
        isToken: false,
        value: isToken ? digits(FORMATS[value]?.(date) ?? value) : value,
      })),
  },
  formatLong: { date: () => "EEEE, d MMMM yyyy", time: () => "HH:mm", dateTime: () => "{{date}}, {{time}}" },
} as unknown as NonNullable<Props["locale"]>;
