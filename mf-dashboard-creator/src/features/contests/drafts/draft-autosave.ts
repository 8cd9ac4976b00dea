import { createDraft, getDraft, saveDraft, type ContestDraft, type DraftForm } from "@conquest/shared/contracts/drafts";
import { PAGE_ACCOUNT_HEADER } from "@conquest/shared/contracts/http/errors";
import { call } from "@conquest/shared/singletons/call";
import { ApiError } from "@conquest/shared/singletons/http";
import { useSession } from "@conquest/shared/singletons/session-store";

/** How far a draft is with being kept on the server. */
export interface DraftAutosaveOptions {
  isSaving: boolean;
  /** When it was last saved; null where it never was. */
  savedAt: string | null;
  /** Why what was typed last is not saved; null where it is, or waits to be. */
  failure: { because: string; kind: "away" | "changed" | "gone" } | null;
}

/** Somebody who goes on typing is not saved at every key. */
const PAUSE_MS = 1500;
/** A server that is away is tried again. */
const RETRY_MS = 15_000;

const isSame = (one: DraftForm, other: DraftForm) =>
  Object.entries(one).every(([name, value]) => other[name as keyof DraftForm] === value);

interface Listener {
  begun: (id: string) => void;
  /** `isAll`: nothing was typed meanwhile. */
  saved: (isAll: boolean) => void;
}

/** Of what was typed here from this revision on. What was saved elsewhere later is newer to it. */
const revisionBefore = (draft: ContestDraft, basis: string | undefined) =>
  Math.min(Number(basis) || draft.revision, draft.revision);

/**
 * Keeps a form on the server as it is typed. `typed` is what stands in it at first: that alone is not saved. `basis` is what
 * {@link DraftAutosave.basis} was when this tab kept what it will show as typed.
 */
export function createDraftAutosave(draft: ContestDraft | undefined, typed: DraftForm, basis?: string) {
  /** Named here, so that a draft whose answer was lost is not begun twice. */
  let id = draft?._id ?? basis ?? crypto.randomUUID();
  /** What is typed changes; null where it is to be begun. */
  let revision = draft ? revisionBefore(draft, basis) : null;
  let keeping: DraftAutosaveOptions = { isSaving: false, savedAt: draft?.savedAt ?? null, failure: null };
  let saved: DraftForm | undefined = typed;
  let wanted = typed;
  /** What this page began with, and what it sent since and may not have heard of: where the server has one of these, nobody else wrote. */
  let own = draft && revision !== draft.revision ? [] : [typed];
  let isTouched = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | undefined;
  let isStopped = false;
  const listeners = new Set<() => void>();
  let hear: Listener = { begun: () => undefined, saved: () => undefined };

  const isUnsaved = () => saved === undefined || !isSame(wanted, saved);
  const put = (change: Partial<DraftAutosaveOptions>) => {
    keeping = { ...keeping, ...change };
    for (const listener of listeners) listener();
  };
  const later = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
  };

  // Saving continues after the page is closed. It must not save for another account that has logged in since.
  const owner = useSession.getState().account?._id;
  const asOwner = owner === undefined ? {} : { headers: { [PAGE_ACCOUNT_HEADER]: owner } };
  const ask = (form: DraftForm) =>
    revision === null
      ? call(createDraft, { body: { id, form } }, asOwner)
      : call(saveDraft, { params: { id }, body: { form, revision } }, asOwner);

  async function send(form: DraftForm) {
    own.push(form);
    for (;;) {
      try {
        return await ask(form);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "changed_elsewhere") throw error;
        // Perhaps by this page, and the answer was lost on its way.
        const last = await call(getDraft, { params: { id } }, asOwner);
        if (isSame(form, last.form)) return last;
        if (last.revision === revision || !own.some((each) => isSame(each, last.form))) throw error;
        know(last);
      }
    }
  }

  /** The server has it so. */
  function know(last: Pick<ContestDraft, "_id" | "revision">): void {
    const isFirst = revision === null;
    [id, revision] = [last._id, last.revision];
    if (isFirst) hear.begun(id);
  }

  async function save(): Promise<void> {
    while (isUnsaved() && !isStopped) {
      const form = wanted;
      put({ isSaving: true });
      const answer = await send(form);
      saved = form;
      own = [form];
      know(answer);
      put({ savedAt: answer.savedAt, failure: null });
      hear.saved(!isUnsaved());
    }
  }

  function fail(error: unknown) {
    const { code, status } = error instanceof ApiError ? error : { code: "", status: 0 };
    const kind = code === "changed_elsewhere" ? "changed" : status === 404 ? "gone" : "away";
    put({ failure: { because: error instanceof Error ? error.message : "Please try again.", kind } });
    // A refusal stays one until something is done about it.
    if (status === 0 || status === 429 || status >= 500) later(RETRY_MS);
  }

  /** Saves now what is not saved. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    if (isStopped) return Promise.resolve();
    underWay ??= save()
      .catch(fail)
      .finally(() => {
        underWay = undefined;
        put({ isSaving: false });
      });
    return underWay;
  }

  return {
    state: () => keeping,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** `begun`: it has become a draft of this id; `saved`: what had been typed is on the server. */
    listen(listener: Listener) {
      hear = listener;
    },
    id: () => (revision === null ? undefined : id),
    /** What is typed now began from: a revision of the draft, or the name of one that is to be begun. */
    basis: () => (revision === null ? id : String(revision)),
    typed(form: DraftForm) {
      wanted = form;
      // First comes, field by field, what this tab kept over a reload: it may have been under way before that.
      if (!isTouched) queueMicrotask(() => own.push(wanted));
      isTouched = true;
      if (!isUnsaved()) {
        clearTimeout(timer);
        if (keeping.failure) put({ failure: null });
        return;
      }
      // What somebody has to decide on is not tried again by itself.
      if (!keeping.failure || keeping.failure.kind === "away") later(PAUSE_MS);
    },
    flush,
    /** Saves no more, once what is under way has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
    resume() {
      isStopped = false;
      if (isUnsaved()) later(PAUSE_MS);
    },
    /** The draft is gone elsewhere: what is typed here becomes another one. */
    beginAnew() {
      id = crypto.randomUUID();
      revision = null;
      saved = undefined;
      put({ failure: null });
    },
    /** Writes over what was saved elsewhere. */
    async keepThis(): Promise<void> {
      know(await call(getDraft, { params: { id } }));
      saved = undefined;
      await flush();
    },
    /** What was saved elsewhere, to be shown in place of what is typed here. */
    async takeOther(): Promise<DraftForm> {
      const last = await call(getDraft, { params: { id } });
      know(last);
      saved = wanted = last.form;
      put({ savedAt: last.savedAt, failure: null });
      hear.saved(true);
      return last.form;
    },
  };
}

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;
