import { useCallback, useEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

const keyOf = (name: string) => `draft:${name}`;

/** Begins as its draft's key does, so that it is forgotten with all others. */
const basisKeyOf = (name: string) => `${keyOf(name)}#basis`;

function readDraft(name: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function writeDraft(name: string, values: Record<string, unknown> | null, basis?: string): void {
  try {
    if (values) sessionStorage.setItem(keyOf(name), JSON.stringify(values));
    else sessionStorage.removeItem(keyOf(name));
    if (values && basis !== undefined) sessionStorage.setItem(basisKeyOf(name), basis);
    else sessionStorage.removeItem(basisKeyOf(name));
  } catch {
    // Storage may be full or forbidden; the form itself still holds what was typed.
  }
}

/** What the typing that this tab keeps under a name began from, as its form said then; undefined where nothing is kept. */
export function basisOf(name: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(name)) === null ? undefined : (sessionStorage.getItem(basisKeyOf(name)) ?? undefined);
  } catch {
    return undefined;
  }
}

/** For somebody who signs out on purpose: whoever uses this tab next finds nothing they typed. */
export function forgetAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(""))) sessionStorage.removeItem(key);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}

/**
 * Keeps what is typed into a form in this tab, so that a reload or a forced sign-out loses nothing.
 * `name` tells drafts apart (put the id of the edited thing in it); fields in `except` are never stored.
 * `basis` says what the typing began from, for {@link basisOf}: a revision, say. Call `forget` once the form was sent, and
 * `rebase` when what is kept began from something else.
 */
export function useFormDraft<Values extends FieldValues, Context, Output>(
  name: string,
  form: UseFormReturn<Values, Context, Output>,
  except: readonly Path<Values>[] = [],
  basis?: () => string,
) {
  const { setValue, subscribe } = form;
  const skipped = useRef(except);
  const begunFrom = useRef(basis);

  useEffect(() => {
    for (const [field, value] of Object.entries(readDraft(name))) {
      setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        const kept = Object.entries(values).filter(([field]) => !skipped.current.some((path) => path === field));
        writeDraft(name, isDirty === false ? null : Object.fromEntries(kept), begunFrom.current?.());
      },
    });
  }, [name, setValue, subscribe]);

  return {
    forget: useCallback(() => writeDraft(name, null), [name]),
    rebase: useCallback(() => {
      const kept = readDraft(name);
      if (Object.keys(kept).length > 0) writeDraft(name, kept, begunFrom.current?.());
    }, [name]),
  };
}
