import { useEffect } from "react";
import type { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { ButtonLink } from "@conquest/shared/ui/button";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import type { Unsaved } from "../saving/use-rating-autosave";
import { CommentsToCopy } from "./comments-to-copy";

export interface Props {
  why: ApiError;
  /** May contain comments that can no longer be sent. */
  unsaved?: readonly Unsaved[];
}

export default function JudgingOver({ why, unsaved = [] }: Props) {
  // Appears while the user is judging, so the focused element may be gone.
  useEffect(() => focusHeadingIfLost(), []);
  return (
    <div role="alert" className="dc:flex dc:flex-col dc:gap-6">
      <EmptyState
        title={t(
          why.code === "judges_no_more" ? "You're no longer a judge of this contest" : "Judging isn't available",
        )}
        action={<ButtonLink to="/dashboard/judging">{t("Back to Judging")}</ButtonLink>}>
        <p>{why.message}</p>
      </EmptyState>
      <CommentsToCopy unsaved={unsaved} />
    </div>
  );
}
