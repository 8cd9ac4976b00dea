import { extensionError, movesDeadline } from "../extensions/domain/extension-policy";
import { formNamesOf, frozenFields } from "./domain/contest-policy";
import type { ContestFacts, EditableFields } from "./domain/contest-relation";

/** Returns the rejected changes by form field: frozen fields, and an unacceptable deadline. */
export function refusedChanges(
  contest: ContestFacts,
  change: Partial<EditableFields>,
  now: Date,
): Record<string, string> {
  const frozen = frozenFields(contest, now);
  const rejected = Object.fromEntries(
    formNamesOf(change).flatMap((field) => (field !== "deadline" && frozen[field] ? [[field, frozen[field]]] : [])),
  );
  const deadlineError = movesDeadline(contest, change) ? extensionError(contest, change.deadline!, now) : null;
  return deadlineError ? { deadline: deadlineError, ...rejected } : rejected;
}
