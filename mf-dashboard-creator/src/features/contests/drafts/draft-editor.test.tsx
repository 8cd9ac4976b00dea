import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  createDraft,
  deleteDraft,
  draftForm,
  getDraft,
  listDrafts,
  saveDraft,
  type ContestDraft,
} from "@conquest/shared/contracts/drafts";
import { ACCOUNT_CHANGED } from "@conquest/shared/contracts/http/errors";
import { createContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { useSession } from "@conquest/shared/singletons/session-store";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestForm, aMyContest, aUser, sampleId } from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, stubUnreachable, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../../routes";
import { loadContestForm } from "../contest-form";
import { counts, submitContest } from "../testing/contest-pages";

const ID = sampleId(7);
const savedDraft = (revision: number) => ({ _id: ID, revision, savedAt: new Date().toISOString() });
const aDraft = (form: object = {}, revision = 3): ContestDraft => ({
  ...savedDraft(revision),
  form: draftForm.parse({ ...aContestForm(), ...form }),
});
const saves = [counts, stub(createDraft, savedDraft(1)), stub(saveDraft, ({ body }) => savedDraft(body.revision + 1))];

type Page = ReturnType<typeof renderAt>;

const open = (answers: readonly Stub[] = [], id?: string) =>
  renderAt(`/dashboard/add_contest${id ? `?draft=${id}` : ""}`, CreatorRoutes, {
    session: { role: "creator" },
    answers: [...saves, ...answers],
  });
const openDraft = async (draft = aDraft(), answers: readonly Stub[] = []) => {
  const page = open([stub(getDraft, draft), ...answers], ID);
  await screen.findByLabelText("Name");
  return page;
};
const name = () => screen.getByLabelText("Name");
/** Skips the debounce. */
const saveNow = () => fireEvent(document, new Event("visibilitychange"));
/** Names in the drafts stored by this tab. */
const storedNames = () =>
  Object.keys(sessionStorage)
    .filter((key) => !key.endsWith("#basis"))
    .map((key) => (JSON.parse(sessionStorage.getItem(key)!) as { name: string }).name);
const sent = ({ calls }: Page, endpoint: object) => calls.filter((each) => each.endpoint === endpoint);

beforeAll(loadContestForm);
beforeAll(() => {
  Object.defineProperty(globalThis, "Image", {
    value: class {
      onload?: () => void;
      set src(_: string) {
        queueMicrotask(() => this.onload?.());
      }
    },
  });
});
beforeEach(() => sessionStorage.clear());

it("saves while typing and keeps the form mounted", async () => {
  const page = open();
  expect(screen.getByText(/Saves automatically as a draft/)).toBeVisible();
  await page.user.type(name(), "River");
  const field = name();
  saveNow();
  expect(await screen.findByText("Draft saved")).toBeVisible();
  await waitFor(() => expect(page.address()).toBe(`/dashboard/add_contest?draft=${ID}`));
  expect(name()).toBe(field);
  expect(field).toHaveFocus();
  expect(sent(page, createDraft)[0]?.body).toMatchObject({ form: { name: "River", hidesNames: true } });

  await page.user.type(name(), " songs");
  saveNow();
  await waitFor(() => expect(sent(page, saveDraft)).toHaveLength(1));
  expect(sent(page, saveDraft)[0]).toMatchObject({
    params: { id: ID },
    body: { revision: 1, form: { name: "River songs" } },
  });
  expect(sent(page, createDraft)).toHaveLength(1);
});

it("does not create a draft for an untouched form", async () => {
  const page = open();
  saveNow();
  page.unmount();
  expect(page.calls).toHaveLength(0);
});

it("does not save for another account that logs in while the page closes", async () => {
  const savedFor: (string | undefined)[] = [];
  const noting: Stub = {
    endpoint: createDraft,
    answer: ({ account }) => (
      savedFor.push(account),
      { status: 409, data: { error: { code: ACCOUNT_CHANGED, message: "Another account is logged in." } } }
    ),
  };
  const page = open([noting]);
  await page.user.type(name(), "River");
  const author = useSession.getState().account!._id;
  page.unmount();
  useSession.setState({ account: aUser({ _id: sampleId(99), role: "creator" }) });
  await waitFor(() => expect(savedFor).toEqual([author]));
});

it("saves when leaving the page and clears the tab's copy", async () => {
  const page = open();
  await page.user.type(name(), "River");
  page.unmount();
  await waitFor(() => expect(sent(page, createDraft)).toHaveLength(1));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});

it("restores a draft", async () => {
  await openDraft(aDraft({ name: "Half a contest", prize: "a lot", hidesNames: false }));
  expect(name()).toHaveValue("Half a contest");
  expect(screen.getByLabelText("Prize")).toHaveValue("a lot");
  expect(screen.getByLabelText("Anonymous judging")).not.toBeChecked();
  expect(screen.getByText("Draft saved")).toBeVisible();
});

it("shows a loading state, and that a draft is missing", async () => {
  const page = open([stubPending(getDraft)], ID);
  expect(screen.getByText("Loading your draft")).toBeInTheDocument();
  page.unmount();
  open([stubError(getDraft, 404, "not_found", "We couldn't find that draft.")], ID);
  expect(await screen.findByText("We couldn't find that draft")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to your drafts" })).toHaveAttribute("href", "/dashboard/contest_drafts");
});

it("offers a retry if loading fails", async () => {
  open([stubError(getDraft, 500, "failed", "Something went wrong on our side.")], ID);
  expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("creates a contest from the draft", async () => {
  const contest = aMyContest({ _id: sampleId(5) });
  const page = await openDraft(aDraft(), [
    stub(createContest, { insertedId: contest._id, contest }),
    stub(listMyContests, [contest]),
  ]);
  await page.user.type(name(), " II");
  await submitContest(page.user);
  expect(await screen.findByText("Contest created successfully")).toBeVisible();
  expect(sent(page, createContest)[0]?.body).toMatchObject({ draftId: ID, name: "Posters for the book fair II" });
  // A submitted contest must not be saved as a draft again.
  const { length: saveCount } = sent(page, saveDraft);
  saveNow();
  await screen.findByRole("table");
  expect(sent(page, saveDraft)).toHaveLength(saveCount);
});

it("submits a draft that was already submitted elsewhere only on a second attempt", async () => {
  const page = await openDraft(aDraft(), [
    stubError(createContest, 409, "draft_gone", "This draft has been submitted or deleted."),
  ]);
  await submitContest(page.user);
  expect(await screen.findByText("This draft has been submitted or deleted.")).toBeVisible();
  await submitContest(page.user);
  await waitFor(() => expect(sent(page, createContest)).toHaveLength(2));
  expect(sent(page, createContest)[1]?.body).not.toHaveProperty("draftId", ID);
});

it("shows that saving failed, keeps the input, and retries on request", async () => {
  let isAway = true;
  const page = open([
    {
      endpoint: createDraft,
      answer: (request) => (isAway ? stubUnreachable(createDraft) : stub(createDraft, savedDraft(1))).answer(request),
    },
  ]);
  await page.user.type(name(), "River");
  saveNow();
  const note = await screen.findByRole("alert");
  expect(note).toHaveTextContent("Couldn't save your draft");
  expect(note).toHaveTextContent("Your text is still here, and kept in this tab.");
  expect(storedNames()).toEqual(["River"]);
  isAway = false;
  await page.user.click(within(note).getByRole("button", { name: "Save again" }));
  expect(await screen.findByText("Draft saved")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(name()).toHaveValue("River");
});

it("shows the limit of drafts", async () => {
  const because = "You've reached the limit of 50 drafts. Submit or delete one first.";
  const page = open([stubError(createDraft, 409, "too_many_drafts", because)]);
  await page.user.type(name(), "River");
  saveNow();
  expect(await screen.findByRole("alert")).toHaveTextContent(because);
});

it("does not create a second draft after a lost response, even after a reload", async () => {
  const first = open([stubUnreachable(createDraft)]);
  await first.user.type(name(), "River");
  saveNow();
  await screen.findByText("Couldn't save your draft");
  first.unmount();
  await waitFor(() => expect(sent(first, createDraft)).toHaveLength(2));
  const createdId = (sent(first, createDraft)[0]!.body as { id: string }).id;

  const again = open([
    stubError(createDraft, 409, "changed_elsewhere", "This draft was changed on another device."),
    stub(getDraft, {
      ...aDraft(),
      _id: createdId,
      form: draftForm.parse({ ...(sent(first, createDraft)[0]!.body as { form: object }).form }),
    }),
  ]);
  await waitFor(() => expect(name()).toHaveValue("River"));
  saveNow();
  await waitFor(() => expect(again.address()).toBe(`/dashboard/add_contest?draft=${createdId}`));
  expect((sent(again, createDraft)[0]!.body as { id: string }).id).toBe(createdId);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("reports a conflict after a reload if the draft was changed elsewhere", async () => {
  const first = await openDraft(aDraft({ name: "Here" }), [stubUnreachable(saveDraft)]);
  await first.user.type(name(), " and now");
  saveNow();
  await screen.findByText("Couldn't save your draft");
  first.unmount();
  await waitFor(() => expect(sent(first, saveDraft)).toHaveLength(2));

  const again = await openDraft(aDraft({ name: "From the phone" }, 8), [
    {
      endpoint: saveDraft,
      answer: (request) =>
        ((request.body as { revision: number }).revision < 8
          ? stubError(saveDraft, 409, "changed_elsewhere", "This draft was changed on another device.")
          : stub(saveDraft, savedDraft(9))
        ).answer(request),
    },
  ]);
  await waitFor(() => expect(name()).toHaveValue("Here and now"));
  saveNow();
  expect(await screen.findByRole("alert")).toHaveTextContent("This draft was changed elsewhere");
  expect(sent(again, saveDraft)[0]?.body).toMatchObject({ revision: 3 });
});

describe("a draft changed elsewhere", () => {
  const other = aDraft({ name: "From the phone" }, 8);
  async function meetOther() {
    let isFirst = true;
    const page = await openDraft(aDraft({ name: "Here" }), [
      {
        endpoint: getDraft,
        answer: (request) =>
          (isFirst ? ((isFirst = false), stub(getDraft, aDraft({ name: "Here" }))) : stub(getDraft, other)).answer(
            request,
          ),
      },
      {
        endpoint: saveDraft,
        answer: (request) =>
          ((request.body as { revision: number }).revision < 8
            ? stubError(saveDraft, 409, "changed_elsewhere", "This draft was changed on another device.")
            : stub(saveDraft, savedDraft(9))
          ).answer(request),
      },
    ]);
    await page.user.type(name(), " and now");
    saveNow();
    expect(await screen.findByRole("alert")).toHaveTextContent("This draft was changed elsewhere");
    expect(name()).toHaveValue("Here and now");
    return page;
  }

  it("is overwritten if the user keeps this version", async () => {
    const page = await meetOther();
    await page.user.click(screen.getByRole("button", { name: "Keep this version" }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    expect(sent(page, saveDraft).at(-1)?.body).toMatchObject({ revision: 8, form: { name: "Here and now" } });
  });

  it("is loaded if the user chooses the other version", async () => {
    const page = await meetOther();
    await page.user.click(screen.getByRole("button", { name: "Load the other version" }));
    await waitFor(() => expect(name()).toHaveValue("From the phone"));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await page.user.type(name(), "!");
    saveNow();
    await waitFor(() =>
      expect(sent(page, saveDraft).at(-1)?.body).toMatchObject({ revision: 8, form: { name: "From the phone!" } }),
    );
  });

  it("is no conflict if this page saved it and the response was lost", async () => {
    let last = aDraft({ name: "Here" });
    const page = await openDraft(last, [
      { endpoint: getDraft, answer: (request) => stub(getDraft, last).answer(request) },
      {
        endpoint: saveDraft,
        answer: (request) => {
          last = aDraft({ name: "Here!" }, 4);
          return stubError(saveDraft, 409, "changed_elsewhere", "This draft was changed on another device.").answer(
            request,
          );
        },
      },
    ]);
    await page.user.type(name(), "!");
    saveNow();
    await waitFor(() => expect(sent(page, getDraft)).toHaveLength(2));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("is no conflict if this page saved it before a reload", async () => {
    const first = await openDraft(aDraft({ name: "Here" }), [stubUnreachable(saveDraft)]);
    await first.user.type(name(), "!");
    saveNow();
    await screen.findByText("Couldn't save your draft");
    first.unmount();
    await waitFor(() => expect(sent(first, saveDraft)).toHaveLength(2));

    // Loaded before the pending request has arrived.
    let last = aDraft({ name: "Here!" }, 4);
    let read = aDraft({ name: "Here" });
    const again = await openDraft(aDraft({ name: "Here" }), [
      {
        endpoint: saveDraft,
        answer: (request) => {
          const { revision, form } = request.body as { revision: number; form: object };
          read = last;
          if (revision !== last.revision)
            return stubError(saveDraft, 409, "changed_elsewhere", "This draft was changed on another device.").answer(
              request,
            );
          last = aDraft(form, revision + 1);
          return stub(saveDraft, savedDraft(revision + 1)).answer(request);
        },
      },
      { endpoint: getDraft, answer: (request) => stub(getDraft, read).answer(request) },
    ]);
    await waitFor(() => expect(name()).toHaveValue("Here!"));
    await again.user.type(name(), "?");
    saveNow();
    await waitFor(() => expect(last).toMatchObject({ revision: 5, form: { name: "Here!?" } }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("is no conflict if the response was lost while typing continued", async () => {
    let last = aDraft({ name: "Here" });
    const page = await openDraft(last, [
      { endpoint: getDraft, answer: (request) => stub(getDraft, last).answer(request) },
      {
        endpoint: saveDraft,
        answer: (request) => {
          const { revision, form } = request.body as { revision: number; form: object };
          if (revision !== last.revision)
            return stubError(saveDraft, 409, "changed_elsewhere", "This draft was changed on another device.").answer(
              request,
            );
          const isFirst = revision === 3;
          last = aDraft(form, revision + 1);
          return (isFirst ? stubUnreachable(saveDraft) : stub(saveDraft, savedDraft(revision + 1))).answer(request);
        },
      },
    ]);
    await page.user.type(name(), "!");
    saveNow();
    await screen.findByText("Couldn't save your draft");
    await page.user.type(name(), "?");
    saveNow();
    await waitFor(() => expect(last).toMatchObject({ revision: 5, form: { name: "Here!?" } }));
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  });
});

it("saves a deleted draft as a new one on request", async () => {
  const other = sampleId(8);
  const page = await openDraft(aDraft({ name: "Here" }), [
    stubError(saveDraft, 404, "not_found", "We couldn't find that draft."),
    stub(createDraft, { ...savedDraft(1), _id: other }),
  ]);
  await page.user.type(name(), " still");
  saveNow();
  expect(await screen.findByRole("alert")).toHaveTextContent("This draft no longer exists");
  await page.user.click(screen.getByRole("button", { name: "Save as a new draft" }));
  await waitFor(() => expect(page.address()).toBe(`/dashboard/add_contest?draft=${other}`));
  expect(name()).toHaveValue("Here still");
  expect(sent(page, createDraft)[0]?.body).toMatchObject({ form: { name: "Here still" } });
});

it("deletes the draft after confirmation", async () => {
  const page = await openDraft(aDraft({ name: "Here" }), [
    stub(deleteDraft, { deletedCount: 1 }),
    stub(listDrafts, []),
  ]);
  await page.user.click(screen.getByRole("button", { name: "Delete draft" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Delete “Here”?" });
  await page.user.click(within(dialog).getByRole("button", { name: "Delete draft" }));
  expect(await screen.findByText("No drafts yet")).toBeVisible();
  expect(page.address()).toBe("/dashboard/contest_drafts");
  expect(screen.getByText("Draft deleted")).toBeVisible();
});

it("starts another draft from the menu", async () => {
  const page = open();
  await page.user.type(name(), "First");
  saveNow();
  await screen.findByText("Draft saved");
  await waitFor(() => expect(page.address()).toContain("?draft="));
  await act(async () => void page.go("/dashboard/add_contest"));
  await waitFor(() => expect(name()).toHaveValue(""));
});

describe("the preview", () => {
  it("opens once the input is saved", async () => {
    const page = open();
    await page.user.type(name(), "River");
    await page.user.click(screen.getByRole("button", { name: "Preview" }));
    await waitFor(() => expect(page.address()).toBe(`/contest-preview/${ID}`));
    expect(sent(page, createDraft)[0]?.body).toMatchObject({ form: { name: "River" } });
  });

  it("does not open if saving failed", async () => {
    const page = open([stubUnreachable(createDraft)]);
    await page.user.type(name(), "River");
    await page.user.click(screen.getByRole("button", { name: "Preview" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn't save your draft");
    expect(page.address()).toBe("/dashboard/add_contest");
  });
});

describe("advice", () => {
  it("is shown for a thin field and disappears as it is completed", async () => {
    const page = open();
    const task = screen.getByLabelText("Task");
    expect(task).toHaveAccessibleDescription("What should people submit, and how will you pick the winner?");
    await page.user.type(task, "A poster.");
    expect(task).toHaveAccessibleDescription(expect.stringContaining("Say what to submit, in which size or format"));
    await page.user.click(task);
    await page.user.paste(
      " ".concat("One A2 poster as PDF, in two colours, which people can read from the other side of the street."),
    );
    expect(task).toHaveAccessibleDescription("What should people submit, and how will you pick the winner?");
  });

  it("is shown for an early deadline of a draft without blocking submission", async () => {
    const contest = aMyContest({ _id: sampleId(5) });
    const page = await openDraft(
      aDraft({ name: "Short", deadline: new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, "") }),
      [stub(createContest, { insertedId: contest._id, contest }), stub(listMyContests, [contest])],
    );
    expect(screen.getByLabelText("Deadline")).toHaveAccessibleDescription(
      expect.stringContaining("This deadline may leave no time to join."),
    );
    expect(name()).toHaveAccessibleDescription(expect.stringContaining("This name is short."));
    // Advice does not block submission.
    await submitContest(page.user);
    expect(await screen.findByText("Contest created successfully")).toBeVisible();
    await screen.findByRole("table");
  });
});
