import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  subtitle?: ReactNode;
  note?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
}

/** The page's header. Its h1 is focused after navigation. */
export function PageHeading({ title, subtitle, note, badge, actions }: Props) {
  return (
    <header className="cq-page-heading">
      <div className="cq-page-heading-words">
        <div className="cq-page-heading-line">
          <h1 className="cq-title" id="page-heading" tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {subtitle && <p className="cq-subtitle">{subtitle}</p>}
        {note}
      </div>
      {actions && <div className="cq-page-heading-actions">{actions}</div>}
    </header>
  );
}

interface SectionProps {
  title: ReactNode;
  id?: string;
  subtitle?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}

export function SectionHeading({ title, id, subtitle, note, actions }: SectionProps) {
  return (
    <header className="cq-section-heading">
      <div>
        <h2 className="cq-section-title" id={id} tabIndex={-1}>
          {title}
        </h2>
        {subtitle && <p className="cq-subtitle">{subtitle}</p>}
        {note}
      </div>
      {actions}
    </header>
  );
}
