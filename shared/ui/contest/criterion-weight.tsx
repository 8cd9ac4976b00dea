import { t } from "@conquest/shared/singletons/language";

export const CriterionWeight = ({ weight }: { weight: number | undefined }) =>
  weight === undefined ? null : (
    <span className="cq-hint">{t("{n, plural, one {counts once} other {counts # times}}", { n: weight })}</span>
  );
