import type { ReactNode } from "react";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

export const TextPage = ({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) => (
  <div className="cq-container cq-page">
    <PageHeading title={title} subtitle={subtitle} />
    <div className="cq-prose">{children}</div>
  </div>
);
