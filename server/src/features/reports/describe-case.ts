import type { ReportedKind } from "@conquest/shared/contracts/reports";

/** Names the reported content for its author and for others, within a sentence and at its beginning. */
export function describeReported(
  kind: ReportedKind,
  contest: string,
): Record<"yours" | "its" | "Yours" | "Its", string> {
  const [yours, its] =
    kind === "contest"
      ? [`your contest “${contest}”`, `“${contest}”`]
      : [`your entry to “${contest}”`, `an entry to “${contest}”`];
  return { yours, its, Yours: capitalize(yours), Its: capitalize(its) };
}

const capitalize = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

export const reportedPageHref = (caseId: string): string => `/dashboard/reported/${caseId}`;
