import { contestForm, type ContestForm } from "@conquest/shared/contracts/contests";
import type { DraftPreview } from "@conquest/shared/contracts/drafts";
import type { Deps } from "../../platform/deps";
import { HttpError, orNotFound, readInput } from "../../platform/errors";
import type { Caller } from "../../platform/sessions/session";
import { draftsRepository, type DraftRow } from "./domain/drafts-repository";
import { publicPreview } from "../contest-cards/domain/public-preview";
import { assertFutureDeadline } from "../contests/domain/assert-future-deadline";
import { NO_DRAFT } from "./save-draft";

type PreviewDeps = Pick<Deps, "db" | "clock" | "config">;

const { image, description, task } = contestForm.shape;
/** These fields may be empty in a preview; the page cannot render without the others. */
const previewForm = contestForm.extend({
  image: image.catch(""),
  description: description.catch(""),
  task: task.catch(""),
});

/** Returns the draft as visitors would see it if it were confirmed now, and the fields that prevent submission. */
export const previewDraft =
  ({ db, clock, config }: PreviewDeps) =>
  async (id: string, caller: Caller): Promise<DraftPreview> => {
    const { form } = orNotFound(await draftsRepository(db, caller.id).find(id), NO_DRAFT);
    const now = clock.now();
    const { missing } = parseDraft(contestForm, form, now);
    const parsed = parseDraft(previewForm, form, now);
    if (!parsed.written) return { contest: null, missing: { ...missing, ...parsed.missing } };
    const { tags: tag, deadline, hidesNames = true, criteria = [], ...fields } = parsed.written;
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

type ParsedDraft =
  { written: ContestForm; missing: Record<string, never> } | { written: null; missing: Record<string, string> };

function parseDraft(form: typeof contestForm | typeof previewForm, draft: DraftRow["form"], now: Date): ParsedDraft {
  try {
    const written = readInput(form, draft);
    assertFutureDeadline(new Date(written.deadline), now);
    return { written, missing: {} };
  } catch (error) {
    if (error instanceof HttpError && error.fields) return { written: null, missing: error.fields };
    throw error;
  }
}
