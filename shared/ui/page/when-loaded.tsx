import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";

export const whenLoaded = (code: { load(): Promise<unknown> }, then: () => void): void =>
  void code
    .load()
    .then(then, () => toast.error(t("Part of this page didn't load. Check your connection and try again.")));
