import { contestForm, type ContestDetails } from "@conquest/shared/contracts/contests";
import type { DraftPreview } from "@conquest/shared/contracts/drafts";
import type { Deps } from "../../../platform/deps";
import { Refusal, found, readInput } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import { draftsOf, type DraftRow } from "../../contests/drafts/drafts-repository";
import { asVisitorsWouldSee } from "../../contests/visitors-view";
import { assertFutureDeadline } from "../assert-future-deadline";
import { NO_DRAFT } from "./keep-draft";

type PreviewDeps = Pick<Deps, "db" | "clock" | "config">;

/** The caller's draft as its page would be for a visitor, were it confirmed now; or what keeps it from being submitted. */
export const previewDraft =
  (deps: PreviewDeps) =>
  async (id: string, caller: Caller): Promise<DraftPreview> => {
    const { form } = found(await draftsOf(deps.db, caller.id).find(id), NO_DRAFT);
    try {
      return { contest: await asDetails(deps, { id, form }, caller), missing: {} };
    } catch (error) {
      // Being unfinished is nothing wrong with a draft.
      if (error instanceof Refusal && error.fields) return { contest: null, missing: error.fields };
      throw error;
    }
  };

async function asDetails({ db, clock, config }: PreviewDeps, { id, form }: Pick<DraftRow, "id" | "form">, caller: Caller): Promise<ContestDetails> {
  const { tags: tag, deadline: instant, hidesNames = true, criteria = [], ...fields } = readInput(contestForm, form);
  const now = clock.now();
  const deadline = new Date(instant);
  assertFutureDeadline(deadline, now);
  return asVisitorsWouldSee(db, { ...fields, id, creatorId: caller.id, tag, deadline, hidesNames, criteria }, now, config.joinAmount);
}
