import { contestForm, type ContestForm } from "@conquest/shared/contracts/contests";
import type { DraftPreview } from "@conquest/shared/contracts/drafts";
import type { Deps } from "../../../platform/deps";
import { HttpError, orNotFound, readInput } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import { draftsRepository, type DraftRow } from "../../contests/drafts/drafts-repository";
import { publicPreview } from "../../contests/public-preview";
import { assertFutureDeadline } from "../assert-future-deadline";
import { NO_DRAFT } from "./save-draft";

type PreviewDeps = Pick<Deps, "db" | "clock" | "config">;

const { image, description, task } = contestForm.shape;
/** A page has room for these, also where they are not written yet; the others are what it is made of. */
const drawnForm = contestForm.extend({
  image: image.catch(""),
  description: description.catch(""),
  task: task.catch(""),
});

/** The caller's draft as its page would be for a visitor, were it confirmed now, and what keeps it from being submitted. */
export const previewDraft =
  ({ db, clock, config }: PreviewDeps) =>
  async (id: string, caller: Caller): Promise<DraftPreview> => {
    const { form } = orNotFound(await draftsRepository(db, caller.id).find(id), NO_DRAFT);
    const now = clock.now();
    const { missing } = read(contestForm, form, now);
    const drawn = read(drawnForm, form, now);
    if (!drawn.written) return { contest: null, missing: { ...missing, ...drawn.missing } };
    const { tags: tag, deadline, hidesNames = true, criteria = [], ...fields } = drawn.written;
    return {
      contest: await publicPreview(
        db,
        { ...fields, id, creatorId: caller.id, tag, deadline: new Date(deadline), hidesNames, criteria },
        now,
        config.joinAmount,
      ),
      missing,
    };
  };

type Read =
  { written: ContestForm; missing: Record<string, never> } | { written: null; missing: Record<string, string> };

/** What a draft says, or by field what it does not: being unfinished is nothing wrong with it. */
function read(form: typeof contestForm | typeof drawnForm, draft: DraftRow["form"], now: Date): Read {
  try {
    const written = readInput(form, draft);
    assertFutureDeadline(new Date(written.deadline), now);
    return { written, missing: {} };
  } catch (error) {
    if (error instanceof HttpError && error.fields) return { written: null, missing: error.fields };
    throw error;
  }
}
