import { useCallback, useEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useSession, type Session } from "@conquest/shared/singletons/session-store";

const PREFIX = "draft:";

/** localStorage key of a value that changes on logout. Every draft's key contains it, so old drafts end in all tabs. */
const GENERATION = "drafts";
const VISITOR = "visitor";

/** Undefined until the account is known; until then no draft is shown or stored. */
const ownerOf = ({ account, phase }: Pick<Session, "account" | "phase">): string | undefined =>
  account?._id ?? (phase === "signed-out" ? VISITOR : undefined);
const owner = () => ownerOf(useSession.getState());

function generation(): string {
  try {
    return localStorage.getItem(GENERATION) ?? "0";
  } catch {
    return "0";
  }
}

const prefixOf = (ownerKey: string) => `${PREFIX}${generation()}:${ownerKey}:`;
const keyOf = (ownerKey: string, name: string) => prefixOf(ownerKey) + name;

/** Starts with the draft's key, so that both are removed together. */
const basisKeyOf = (ownerKey: string, name: string) => `${keyOf(ownerKey, name)}#basis`;

function readDraft(ownerKey: string, name: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(ownerKey, name)) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function writeDraft(ownerKey: string, name: string, values: Record<string, unknown> | null, basis?: string): void {
  try {
    if (values) sessionStorage.setItem(keyOf(ownerKey, name), JSON.stringify(values));
    else sessionStorage.removeItem(keyOf(ownerKey, name));
    if (values && basis !== undefined) sessionStorage.setItem(basisKeyOf(ownerKey, name), basis);
    else sessionStorage.removeItem(basisKeyOf(ownerKey, name));
  } catch {
    // Storage may be full or forbidden; the form itself still has the input.
  }
}

/** Returns the `basis` stored with this tab's draft of a form; undefined without a draft. */
export function draftBasis(name: string): string | undefined {
  const ownerKey = owner();
  if (ownerKey === undefined) return undefined;
  try {
    return sessionStorage.getItem(keyOf(ownerKey, name)) === null
      ? undefined
      : (sessionStorage.getItem(basisKeyOf(ownerKey, name)) ?? undefined);
  } catch {
    return undefined;
  }
}

function removeDrafts(shouldRemove: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && shouldRemove(key)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** Call it on a deliberate logout, so that the next user finds no drafts in any tab. */
export function clearAllDrafts(): void {
  try {
    localStorage.setItem(GENERATION, Math.random().toString(36).slice(2));
  } catch {
    // Without storage, other tabs keep their drafts, under the key of their account.
  }
  removeDrafts(() => true);
}

function removeOldDrafts(): void {
  const current = `${PREFIX}${generation()}:`;
  // Earlier releases of a part store the contest that a visitor wants to follow under this key.
  removeDrafts((key) => !key.startsWith(current) && key !== `${PREFIX}follow`);
}

if (globalThis.document) {
  removeOldDrafts();
  addEventListener("storage", ({ key }) => key === GENERATION && removeOldDrafts());
  // Suspended tabs get no storage event, so they check when they resume.
  addEventListener("pageshow", removeOldDrafts);
  document.addEventListener("visibilitychange", removeOldDrafts);
}

/** Moves drafts that were typed before logging in to the account. */
function adoptVisitorsDrafts(account: string): void {
  try {
    const [from, to] = [prefixOf(VISITOR), prefixOf(account)];
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(from)) continue;
      sessionStorage.setItem(to + key.slice(from.length), sessionStorage.getItem(key)!);
      sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
}

useSession.subscribe(({ account }, { account: before }) => {
  if (account && account._id !== before?._id) adoptVisitorsDrafts(account._id);
});

/**
 * Stores a form's input in this tab, to survive a reload or forced logout. `name` must include the edited object's id,
 * `basis` returns its version. Call `forget` after submitting, `rebase` for a new version.
 */
export function useFormDraft<Values extends FieldValues, Context, Output>(
  name: string,
  form: UseFormReturn<Values, Context, Output>,
  except: readonly Path<Values>[] = [],
  basis?: () => string,
) {
  const { getFieldState, getValues, reset, setValue, subscribe } = form;
  const excluded = useRef(except);
  const getBasis = useRef(basis);
  const previousRender = useRef<{ name?: string; ownerKey?: string | undefined }>({});
  const ownerKey = useSession(ownerOf);

  useEffect(() => {
    const saveDraft = (values: object) => {
      const storedValues = Object.entries(values).filter(([field]) => !excluded.current.some((path) => path === field));
      writeDraft(ownerKey!, name, Object.fromEntries(storedValues), getBasis.current?.());
    };
    // Input from before the account was known, or from before the login, is newer than the stored draft.
    const { name: nameBefore, ownerKey: before } = previousRender.current;
    previousRender.current = { name, ownerKey };
    const isOfOther = before !== undefined && before !== VISITOR && before !== ownerKey;
    if (isOfOther) reset();
    const isLate = nameBefore === name && !isOfOther;
    const isTyped = (field: string) => isLate && getFieldState(field as Path<Values>).isDirty;
    if (ownerKey !== undefined) {
      for (const [field, value] of Object.entries(readDraft(ownerKey, name))) {
        if (!isTyped(field))
          setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
      }
      if (Object.keys(getValues()).some(isTyped)) saveDraft(getValues());
    }
    return subscribe({
      formState: { values: true, isDirty: true, dirtyFields: true },
      callback: ({ values, isDirty }) => {
        if (ownerKey === undefined) return;
        if (isDirty === false) writeDraft(ownerKey, name, null);
        else saveDraft(values);
      },
    });
  }, [name, ownerKey, getFieldState, getValues, reset, setValue, subscribe]);

  return {
    forget: useCallback(() => {
      const now = owner();
      if (ownerKey !== undefined) writeDraft(ownerKey, name, null);
      // If the visitor logged in during the submission, their draft has moved to the account.
      if (now !== undefined && (ownerKey === undefined || ownerKey === VISITOR)) writeDraft(now, name, null);
    }, [name, ownerKey]),
    rebase: useCallback(() => {
      if (ownerKey === undefined) return;
      const storedValues = readDraft(ownerKey, name);
      if (Object.keys(storedValues).length > 0) writeDraft(ownerKey, name, storedValues, getBasis.current?.());
    }, [name, ownerKey]),
  };
}

// Names before contract 1.9.0, for remotes that were built with them. Deprecated.
export { draftBasis as basisOf, clearAllDrafts as forgetAllDrafts };
