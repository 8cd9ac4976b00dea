import { useEffect, useRef, useState } from "react";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";

/**
 * Counts how often an account has left this page. As the key of what is drawn it leaves no field, dialog or upload of one person
 * to the next; logging in keeps what a visitor typed. `isCounted`: false on pages that go on after a session has ended.
 */
export function usePersonTurn(isCounted: boolean): number {
  const account = useSession((state) => state.account);
  const id = account?._id;
  const [seen, setSeen] = useState({ id, turn: 0 });
  if (seen.id !== id) setSeen({ id, turn: seen.turn + (seen.id !== undefined && isCounted ? 1 : 0) });

  const last = useRef(id);
  useEffect(() => {
    if (!account) return;
    const isOther = last.current !== undefined && last.current !== account._id;
    last.current = account._id;
    // Another tab has done it, and this page changes without a word from the person.
    if (isOther && isCounted) toast(`You are now logged in as ${account.name || account.email}.`, { id: "other-account" });
  }, [account, isCounted]);
  return seen.turn;
}
