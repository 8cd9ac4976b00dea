import type { Visibility } from "@conquest/shared/contracts/visibility";
import { msg, t } from "@conquest/shared/singletons/language";
import { Badge } from "@conquest/shared/ui/badge";
import { labelOf } from "@conquest/shared/ui/format/labels";

export const VISIBILITY_LABELS: Readonly<Record<Visibility, string>> = {
  public: msg("Public"),
  unlisted: msg("Unlisted"),
  private: msg("Private"),
};

export const visibilityLabel = (visibility: string): string => t(labelOf(VISIBILITY_LABELS, visibility));

export const VisibilityBadge = ({ visibility }: { visibility?: Visibility | undefined }) =>
  visibility === undefined || visibility === "public" ? null : (
    <Badge tone="brand">{visibilityLabel(visibility)}</Badge>
  );
