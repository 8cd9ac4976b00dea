import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface Props {
  tone?: keyof typeof ICONS;
  title?: ReactNode;
  children?: ReactNode;
  /** Said at once by a screen reader when it appears. */
  isAlert?: boolean;
}

/** For a toast with what an alert in the page says: it is heard once. */
export const SAID_IN_PAGE = { ariaProps: { role: "status", "aria-live": "off" } } as const;

/** Something a person should know at this place of the page. */
export function Note({ tone = "info", title, children, isAlert = false }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={`cq-note cq-note-${tone}`} role={isAlert ? "alert" : undefined}>
      <Icon aria-hidden="true" size={20} />
      <div>
        {title && <p className="cq-note-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
