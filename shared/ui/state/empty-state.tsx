import type { ReactNode } from "react";
import { EmptyField } from "@conquest/shared/ui/picture/illustrations";

interface Props {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

export function EmptyState({ title, children, action, icon = <EmptyField /> }: Props) {
  return (
    <div className="cq-state">
      <div className="cq-state-icon" aria-hidden="true">
        {icon}
      </div>
      <p className="cq-state-title">{title}</p>
      {children && <div className="cq-state-text">{children}</div>}
      {action && <div className="cq-state-action">{action}</div>}
    </div>
  );
}
