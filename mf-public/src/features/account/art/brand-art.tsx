import { t } from "@conquest/shared/singletons/language";
import { HeroArt } from "@conquest/shared/ui/picture/illustrations";

/** `reservesSpace`: on phones, for the contest that may replace it. */
export const BrandArt = ({ reservesSpace }: { reservesSpace: boolean }) => (
  <aside className={reservesSpace ? "cq-account-art cq-account-art-contest" : "cq-account-art"} aria-hidden="true">
    <p className="cq-account-art-words cq-account-art-line">{t("Compete. Create. Conquer.")}</p>
    <HeroArt />
  </aside>
);
