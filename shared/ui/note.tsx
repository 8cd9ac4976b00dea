import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface Props {
  tone?: keyof typeof ICONS;
  title?: ReactNode;
  children?: ReactNode;
  role?: "alert" | "status";
}

/** For a toast that repeats an alert on the page, so that it is announced only once. */
export const SILENT_TOAST = { ariaProps: { role: "status", "aria-live": "off" } } as const;

export const ErrorNote = ({ title, children }: Pick<Props, "title" | "children">) =>
  children ? (
    <Note tone="danger" role="alert" title={title}>
      {children}
    </Note>
  ) : null;

export function Note({ tone = "info", title, children, role }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={`cq-note cq-note-${tone}`} role={role}>
      <Icon aria-hidden="true" size={20} />
      <div>
        {title && <p className="cq-note-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
