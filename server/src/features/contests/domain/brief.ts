import type { ContestDetails } from "@conquest/shared/contracts/contests";
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
