import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { T, t } from "@conquest/shared/singletons/language";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { Badge, type BadgeContent } from "@conquest/shared/ui/badge";
import { formatDateTime, RelativeTime } from "@conquest/shared/ui/format/time";
import { Section } from "@conquest/shared/ui/page/section";

export interface TimelineEntry {
  to: string;
  name: string;
  /** A message with the time: "Closes {time}". */
  event: string;
  at: string;
  badge?: BadgeContent;
}

interface Props {
  title: string;
  entries: readonly TimelineEntry[];
  empty: string;
  /** Links to what is not listed. */
  more?: ReactNode;
}

export const Timeline = ({ title, entries, empty, more }: Props) => (
  <Section headingId="timeline" title={title} className="du:mb-10">
    {entries.length === 0 ? (
      <p className="cq-hint du:mt-3">{empty}</p>
    ) : (
      <ol className="du:mt-5 du:ml-1.5 du:border-l-2 du:border-line">
        {entries.map(({ to, name, event, at, badge }) => (
          <li key={to + at} className="du:relative du:pb-5 du:pl-6 du:last:pb-0">
            <span
              aria-hidden="true"
              className="du:absolute du:top-1.5 du:-left-[0.45rem] du:size-3 du:rounded-full du:bg-brand"
            />
            <span className="du:flex du:flex-wrap du:items-baseline du:gap-x-3 du:gap-y-1">
              <Link to={to} dir="auto" lang={langOf(name)} className="cq-link du:font-semibold du:wrap-anywhere">
                {name}
              </Link>
              {badge && (
                <Badge tone={badge.tone} icon={badge.icon}>
                  {t(badge.label)}
                </Badge>
              )}
            </span>
            <span className="cq-hint du:block">
              <T text={event} time={<RelativeTime at={at} isDeadline />} /> · {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ol>
    )}
    {more && <p className="du:mt-4">{more}</p>}
  </Section>
);
