import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Stands beside the title: a CountBadge, a PhaseBadge. */
  badge?: ReactNode;
  actions?: ReactNode;
}

/** The head of a page. Its h1 takes the focus when the route changes. */
export function PageHeading({ title, subtitle, badge, actions }: Props) {
  return (
    <header className="cq-page-heading">
      <div className="cq-page-heading-words">
        <div className="cq-page-heading-line">
          <h1 className="cq-title" tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {subtitle && <p className="cq-subtitle">{subtitle}</p>}
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
  actions?: ReactNode;
}

/** The head of a section of a page. */
export function SectionHeading({ title, id, subtitle, actions }: SectionProps) {
  return (
    <header className="cq-section-heading">
      <div>
        <h2 className="cq-section-title" id={id}>
          {title}
        </h2>
        {subtitle && <p className="cq-subtitle">{subtitle}</p>}
      </div>
      {actions}
    </header>
  );
}
