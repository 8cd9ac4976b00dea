import type { ReactNode } from "react";
import { language, t } from "@conquest/shared/singletons/language";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";

/** A legal text. Translations say which version applies. */
export const TextPage = ({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) => (
  <div className="cq-container cq-page">
    <PageHeading title={title} subtitle={subtitle} />
    <div className="cq-prose">
      {language() !== "en" && (
        <p>{t("If this translation differs from the English version, the English version prevails.")}</p>
      )}
      {children}
    </div>
  </div>
);
