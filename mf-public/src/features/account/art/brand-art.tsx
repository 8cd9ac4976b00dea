import { HeroArt } from "@conquest/shared/ui/picture/illustrations";

/** `isPlace` reserves room on phones for the contest that may replace it. */
export const BrandArt = ({ isPlace }: { isPlace: boolean }) => (
  <aside className={isPlace ? "cq-account-art cq-account-art-contest" : "cq-account-art"} aria-hidden="true">
    <p className="cq-account-art-words cq-account-art-line">Compete. Create. Conquer.</p>
    <HeroArt />
  </aside>
);
