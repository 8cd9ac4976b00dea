import { NO_TEAMS } from "@conquest/shared/contracts/team-size";
import { t } from "@conquest/shared/singletons/language";

export const teamSizeLabel = (size: number = NO_TEAMS): string =>
  size === NO_TEAMS ? t("No teams") : t("Teams of up to {n}", { n: size });
