import { session } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { clearAllDrafts } from "@conquest/shared/singletons/drafts";

export async function signOut(): Promise<boolean> {
  try {
    await session.signOut();
    clearAllDrafts();
    return true;
  } catch (error) {
    toast.error(error instanceof Error ? error.message : "You could not be signed out. Please try again.");
    return false;
  }
}
