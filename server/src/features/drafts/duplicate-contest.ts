import type { FastifyInstance } from "fastify";
import { and, eq } from "drizzle-orm";
import type { DraftForm } from "@conquest/shared/contracts/drafts";
import { contests } from "../../database/schema/contests";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { addressOf, findPicture } from "../../platform/files/uploaded-pictures";
import type { Caller } from "../../platform/sessions/session";
import type { DraftRow } from "./domain/drafts-repository";
import { assertDraftLimit, createDraft } from "./save-draft";

type ContestRow = typeof contests.$inferSelect;

const formOf = ({
  name,
  image,
  description,
  registrationPrice,
  prize,
  task,
  tag,
  hidesNames,
  criteria,
}: ContestRow): DraftForm => ({
  name,
  image,
  description,
  registrationPrice: String(registrationPrice),
  prize: String(prize),
  task,
  tags: tag,
  deadline: "",
  hidesNames,
  criteria: criteria.join("\n"),
});

export const duplicateContest = (app: Pick<FastifyInstance, "files">, deps: Pick<Deps, "db" | "clock">) => {
  const create = createDraft(deps);
  return async (id: string, caller: Caller): Promise<DraftRow> => {
    const [row] = await deps.db
      .select()
      .from(contests)
      .where(and(eq(contests.id, id), eq(contests.creatorId, caller.id)));
    const form = formOf(orNotFound(row, "No such contest of yours."));
    // Checks the limit before a file is copied.
    await assertDraftLimit(deps.db, caller);
    const picture = await findPicture(deps.db, form.image);
    return create(
      { form: picture ? { ...form, image: addressOf(await app.files.copy(picture, caller.id)) } : form },
      caller,
    );
  };
};
