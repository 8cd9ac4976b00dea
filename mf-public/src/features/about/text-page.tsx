import type { ReactNode } from "react";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

interface Props {
  title: string;
  subtitle: string;
  children: ReactNode;
}

export const TextPage = ({ title, subtitle, children }: Props) => (
  <div className="cq-container cq-page">
    <PageHeading title={title} subtitle={subtitle} />
    <div className="cq-prose">{children}</div>
  </div>
);
