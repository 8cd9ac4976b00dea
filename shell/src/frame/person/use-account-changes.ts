import { useEffect, useRef, useState } from "react";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";

/**
 * Counts changes of account. As a React key, it clears fields, dialogs and uploads for the next account; a login keeps what a visitor
 * typed. `isCounted`: false on pages that need no session.
 */
export function useAccountChanges(isCounted: boolean): number {
  const account = useSession((state) => state.account);
  const id = account?._id;
  const [seen, setSeen] = useState({ id, changes: 0 });
  if (seen.id !== id) setSeen({ id, changes: seen.changes + (seen.id !== undefined && isCounted ? 1 : 0) });

  const last = useRef(id);
  useEffect(() => {
    if (!account) return;
    const isOther = last.current !== undefined && last.current !== account._id;
    last.current = account._id;
    // Another tab changed the account, so the change of this page may be unexpected.
    if (isOther && isCounted)
      toast(`You are now logged in as ${account.name || account.email}.`, { id: "other-account" });
  }, [account, isCounted]);
  return seen.changes;
}
