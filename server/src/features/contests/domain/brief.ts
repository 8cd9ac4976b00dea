import { sql } from "drizzle-orm";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { contests } from "../../../database/schema/contests";
import { renderMarkdown, summarize } from "../../../platform/text/markdown";
import type { ContestRow } from "./contests-repository";

type Texts = Pick<ContestRow, "description" | "task">;
type MarkdownColumns = Pick<ContestRow, "summary" | "taskIsMarkdown">;

/** Returns what is stored about new texts. Texts that do not change keep theirs: before Markdown they were plain. */
export function markdownColumns<Given extends Partial<Texts>>({
  description,
  task,
}: Given): Given extends Texts ? MarkdownColumns : Partial<MarkdownColumns>;
export function markdownColumns({ description, task }: Partial<Texts>): Partial<MarkdownColumns> {
  const rendered = description === undefined ? undefined : renderMarkdown(description);
  return {
    ...(description !== undefined && { summary: rendered ? summarize(rendered) : null }),
    ...(task !== undefined && { taskIsMarkdown: renderMarkdown(task) !== undefined }),
  };
}

/** Returns the Markdown texts for the contest's page; undefined if both are plain. */
export function renderBrief({
  description,
  task,
  summary,
  taskIsMarkdown,
}: Texts & MarkdownColumns): ContestDetails["brief"] {
  if (summary === null && !taskIsMarkdown) return undefined;
  const written = (text: string, isMarkdown: boolean) => {
    const tokens = isMarkdown ? renderMarkdown(text) : undefined;
    return tokens && [...tokens];
  };
  return { description: written(description, summary !== null), task: written(task, taskIsMarkdown) };
}

/** Column of `contests`: an earlier published text differs. Reads no texts unless something has changed since then. */
export const briefChanged = sql<boolean>`(${contests}.status = 'open' and exists (
  select from contest_rounds round
  where round.contest_id = ${contests}.id and round.revision < ${contests}.revision and round.act in ('kept', 'confirmed', 'edited')
    and round.revision >= coalesce((
      select min(first.revision) from contest_rounds first where first.contest_id = ${contests}.id and first.act = 'confirmed'), 0)
    and (round.terms ->> 'description' <> ${contests}.description or round.terms ->> 'task' <> ${contests}.task)))`;
