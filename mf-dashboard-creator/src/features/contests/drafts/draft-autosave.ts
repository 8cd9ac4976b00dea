import { createDraft, getDraft, saveDraft, type ContestDraft, type DraftForm } from "@conquest/shared/contracts/drafts";
import { PAGE_ACCOUNT_HEADER } from "@conquest/shared/contracts/http/errors";
import { call } from "@conquest/shared/singletons/call";
import { ApiError } from "@conquest/shared/singletons/http";
import { useSession } from "@conquest/shared/singletons/session-store";
import { createSaveQueue, failureMessage } from "@conquest/shared/ui/form/save-queue";

export interface DraftSaveState {
  isSaving: boolean;
  savedAt: string | null;
  /** Why the last change is not saved; null if it is saved or waiting. */
  failure: { because: string; kind: "away" | "changed" | "gone" } | null;
}

const DEBOUNCE_MS = 1500;
const RETRY_MS = 15_000;

const isEqual = (one: DraftForm, other: DraftForm) =>
  Object.entries(one).every(([name, value]) => other[name as keyof DraftForm] === value);

const detailsOf = (error: unknown) => (error instanceof ApiError ? error : { code: "", status: 0 });

function kindOf(error: unknown): NonNullable<DraftSaveState["failure"]>["kind"] {
  const { code, status } = detailsOf(error);
  return code === "changed_elsewhere" ? "changed" : status === 404 ? "gone" : "away";
}

interface Handlers {
  begun: (id: string) => void;
  /** `isAll`: nothing was typed since the request was sent. */
  saved: (isAll: boolean) => void;
}

/** Revision that the typed text is based on; later revisions were saved elsewhere. */
const baseRevision = (draft: ContestDraft, basis: string | undefined) =>
  Math.min(Number(basis) || draft.revision, draft.revision);

/** Autosaves a draft. Initial `typed` alone is not saved; `basis` is {@link DraftAutosave.basis} of restored text. */
export function createDraftAutosave(draft: ContestDraft | undefined, typed: DraftForm, basis?: string) {
  /** Generated here, so that a retry after a lost response does not create a second draft. */
  let id = draft?._id ?? basis ?? crypto.randomUUID();
  /** Revision being edited; null before the draft is created. */
  let revision = draft ? baseRevision(draft, basis) : null;
  let savedAt = draft?.savedAt ?? null;
  /** Forms that this page started from or sent, even without a response: if the server has one, no one else wrote. */
  let ownForms = draft && revision !== draft.revision ? [] : [typed];
  let isTouched = false;
  let handlers: Handlers = { begun: () => undefined, saved: () => undefined };

  const queue = createSaveQueue<DraftForm>({
    initial: typed,
    isEqual,
    async save(form) {
      const answer = await send(form);
      ownForms = [form];
      savedAt = answer.savedAt;
      recordRevision(answer);
    },
    onSaved: () => handlers.saved(!queue.isUnsaved()),
    retryDelayMs(error) {
      const { status } = detailsOf(error);
      // Other rejections need user action.
      return status === 0 || status === 429 || status >= 500 ? RETRY_MS : undefined;
    },
  });
  let saveState = currentState();
  queue.subscribe(() => (saveState = currentState()));

  function currentState(): DraftSaveState {
    const { isSaving, failure } = queue.state();
    return {
      isSaving,
      savedAt,
      failure: failure && { because: failureMessage({ failure }), kind: kindOf(failure.error) },
    };
  }

  // Saving continues after the page is closed. It must not save for another account that has logged in since.
  const owner = useSession.getState().account?._id;
  const requestOptions = owner === undefined ? {} : { headers: { [PAGE_ACCOUNT_HEADER]: owner } };
  const request = (form: DraftForm) =>
    revision === null
      ? call(createDraft, { body: { id, form } }, requestOptions)
      : call(saveDraft, { params: { id }, body: { form, revision } }, requestOptions);

  async function send(form: DraftForm) {
    ownForms.push(form);
    for (;;) {
      try {
        return await request(form);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "changed_elsewhere") throw error;
        // Perhaps this page saved it and the response was lost.
        const last = await call(getDraft, { params: { id } }, requestOptions);
        if (isEqual(form, last.form)) return last;
        if (last.revision === revision || !ownForms.some((each) => isEqual(each, last.form))) throw error;
        recordRevision(last);
      }
    }
  }

  function recordRevision(last: Pick<ContestDraft, "_id" | "revision">): void {
    const isFirst = revision === null;
    [id, revision] = [last._id, last.revision];
    if (isFirst) handlers.begun(id);
  }

  return {
    state: () => saveState,
    subscribe: queue.subscribe,
    /** `begun`: the draft was created with this id; `saved`: the typed text is on the server. */
    listen(listener: Handlers) {
      handlers = listener;
    },
    id: () => (revision === null ? undefined : id),
    /** Base of the current text: a revision, or the id of a draft that is not created yet. */
    basis: () => (revision === null ? id : String(revision)),
    typed(form: DraftForm) {
      // The first calls restore the text stored before a reload, field by field; it may have been sent before that.
      if (!isTouched) queueMicrotask(() => ownForms.push(queue.state().latest!));
      isTouched = true;
      // Conflicts need a decision by the user, so they are not retried.
      const canSave = !saveState.failure || saveState.failure.kind === "away";
      queue.put(form, canSave ? DEBOUNCE_MS : null);
    },
    flush: queue.flush,
    /** Stops saving once the current request has ended. */
    stop: queue.stop,
    resume: () => queue.resume(DEBOUNCE_MS),
    /** The draft was deleted elsewhere: saves the text as a new draft. */
    startNewDraft() {
      id = crypto.randomUUID();
      revision = null;
      queue.markUnsaved();
    },
    async overwriteServer(): Promise<void> {
      recordRevision(await call(getDraft, { params: { id } }));
      queue.markUnsaved();
      await queue.flush();
    },
    async loadServerVersion(): Promise<DraftForm> {
      const last = await call(getDraft, { params: { id } });
      recordRevision(last);
      savedAt = last.savedAt;
      queue.markSaved(last.form);
      handlers.saved(true);
      return last.form;
    },
  };
}

export type DraftAutosave = ReturnType<typeof createDraftAutosave>;
