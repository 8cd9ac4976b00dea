import type { ReportedKind } from "@conquest/shared/contracts/reports";

/** What was reported, as its author reads it and as everybody else does; within a sentence and at its beginning. */
export function nameOfThing(kind: ReportedKind, contest: string): Record<"yours" | "its" | "Yours" | "Its", string> {
  const [yours, its] =
    kind === "contest"
      ? [`your contest “${contest}”`, `“${contest}”`]
      : [`your entry to “${contest}”`, `an entry to “${contest}”`];
  return { yours, its, Yours: capital(yours), Its: capital(its) };
}

const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

/** Where an author reads what was reported of theirs and answers. */
export const ownPage = (caseId: string): string => `/dashboard/reported/${caseId}`;
