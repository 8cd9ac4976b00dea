import { Link } from "react-router-dom";
import { formatNumber } from "@conquest/shared/ui/format/text";
import { preserveScroll } from "@conquest/shared/ui/page/preserve-scroll";

interface Tab {
  to: string;
  label: string;
  isCurrent: boolean;
  /** Undefined while it loads; its space is reserved. */
  count?: number | undefined;
}

export const TabLinks = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav aria-label={label} className="cq-tabs">
    {tabs.map((tab) => (
      <Link key={tab.to} to={tab.to} {...preserveScroll} aria-current={tab.isCurrent && "page"} className="cq-tab">
        {tab.label}{" "}
        {"count" in tab && <span className="cq-tab-count">{tab.count !== undefined && formatNumber(tab.count)}</span>}
      </Link>
    ))}
  </nav>
);
