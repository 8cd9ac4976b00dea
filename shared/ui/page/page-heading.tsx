import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  subtitle?: ReactNode;
  /** What should be known of all that follows. */
  note?: ReactNode;
  /** Stands beside the title: a CountBadge, a PhaseBadge. */
  badge?: ReactNode;
  actions?: ReactNode;
}

/** The head of a page. Its h1 takes the focus when the route changes. */
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
  /** Lets the section be labelled by its heading. */
  id?: string;
  subtitle?: ReactNode;
  /** What should be known of all that follows. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** The head of a section of a page. */
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
