import type { Database } from "../../database/database";
import type { Clock } from "../../platform/clock";
import { notify } from "../../platform/notify";
import { formatUtc } from "../../platform/text/format-utc";
import { refundAt } from "./domain/lifecycle-schedule";
import type { ContestRow } from "../contests/domain/contests-repository";

/** Notifies the creator of a contest that closed without participants of what can be done, and until when. */
export const notifyNoParticipants = (
  tx: Database,
  clock: Clock,
  { id, name, creatorId, deadline }: ContestRow,
): Promise<void> =>
  notify(tx, clock, [
    {
      userId: creatorId,
      kind: "nobody_joined",
      text: `“${name}” has closed, and nobody joined. Until ${formatUtc(refundAt(deadline))} you can give it a later deadline, and it opens again; otherwise it is cancelled then.`,
      href: `/dashboard/my_created_contests?contest=${id}`,
      asks: `winner:${id}`,
    },
  ]);
