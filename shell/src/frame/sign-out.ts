import { session } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { clearAllDrafts } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { withMessages } from "../language/page-messages";

export async function signOut(): Promise<boolean> {
  const isSure = await withMessages(import(/* webpackChunkName: "logout-question" */ "./logout-question")).then(
    ({ confirmLogout }) => confirmLogout(),
    // Without the chunk, logging out stays possible.
    () => true,
  );
  if (!isSure) return false;
  try {
    await session.signOut();
    clearAllDrafts();
    return true;
  } catch (error) {
    toast.error(error instanceof Error ? error.message : t("We couldn't log you out. Try again."));
    return false;
  }
}
