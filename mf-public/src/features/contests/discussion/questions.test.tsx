import { act, screen, waitFor, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { listAnnouncements } from "@conquest/shared/contracts/announcements";
import {
  answerQuestion,
  askQuestion,
  listQuestions,
  removeQuestion,
  type ContestQuestion,
} from "@conquest/shared/contracts/questions";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  samplePermissions,
  allowed,
  anAnnouncement,
  aQuestion,
  deniedBecause,
  sampleId,
} from "@conquest/shared/testing/samples";
import { stubPending, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import PublicRoutes from "../../../routes";
import { RemoveQuestionDialog, LazyCommentForm } from "./question-card";

const PATH = `/contest-details/${sampleId(1)}`;
const OUTSIDER = {
  isOwner: false,
  isJudge: false,
  hasJoined: false,
  paidAmount: null,
  hasSubmitted: false,
  leavesUntil: null,
  isWinner: false,
  isFollowing: false,
};
const OWNER = { ...OUTSIDER, isOwner: true };

const seen = (
  contest: Partial<ContestDetails>,
  session: "signed-out" | object = "signed-out",
  answers: Stub[] = [],
  path = PATH,
) =>
  renderAt(path, PublicRoutes, {
    session,
    answers: [
      stub(getContestDetails, aContestDetails({ may: samplePermissions({ ask: allowed }), ...contest })),
      ...answers,
    ],
  });
const place = async () => within(await screen.findByRole("region", { name: "Questions" }));
const answered = (overrides: Partial<ContestQuestion> = {}) =>
  aQuestion({ answer: { text: "It may.", at: new Date().toISOString(), correctedAt: null }, ...overrides });

beforeAll(async () => {
  await Promise.all([LazyCommentForm.load(), RemoveQuestionDialog.load()]);
});
beforeEach(() => {
  sessionStorage.clear();
  // Reports the section as visible. Only this section: dialogs use observers too and would close.
  window.IntersectionObserver = class {
    constructor(private readonly notify: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = ({ id }: Element) => id === "questions" && this.notify([{ isIntersecting: true }]);
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
});

describe("the question list", () => {
  it("shows questions with their authors and answers, as text with links", async () => {
    seen({ questionCount: 2 }, "signed-out", [
      stub(listQuestions, [
        answered({
          answer: { text: "<b>See</b> https://example.com/floor", at: new Date().toISOString(), correctedAt: null },
        }),
        aQuestion({ _id: sampleId(52), name: "", text: "When?" }),
      ]),
    ]);
    const questions = await place();
    const first = within(await questions.findByRole("article", { name: "Question by Mina Das" }));
    expect(first.getByText("May the poster be in Bangla alone?")).toBeVisible();
    expect(first.getByText("Nadia Rahman")).toBeVisible();
    expect(first.getByText(/<b>See<\/b>/)).toBeVisible();
    expect(first.getByRole("link", { name: "https://example.com/floor" })).toHaveAttribute(
      "rel",
      "nofollow ugc noopener",
    );
    expect(first.queryByRole("button")).not.toBeInTheDocument();
    expect(questions.getByRole("article", { name: "Question by Unnamed user" })).toBeVisible();
  });

  it("is not requested if there are no questions", async () => {
    const { calls } = seen({});
    expect(await (await place()).findByText("No questions yet.")).toBeVisible();
    expect(calls.some(({ endpoint }) => endpoint === listQuestions)).toBe(false);
  });

  it.each([
    ["open", /can read questions and your answers\. Unanswered questions come first/],
    ["cancelled", /^This contest was cancelled\. Questions are closed and no longer public\.$/],
  ] as const)("explains the section to the creator of a contest that is %s", async (phase, words) => {
    seen({ phase, viewer: OWNER }, { role: "creator" });
    expect(await (await place()).findByText(words)).toBeVisible();
  });

  it("is hidden while the contest is in review", async () => {
    seen({ phase: "in_review", viewer: OWNER }, { role: "creator" });
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByRole("region", { name: "Questions" })).not.toBeInTheDocument();
  });

  it("is paginated and can be retried", async () => {
    let isDown = true;
    const { user, calls } = seen({ questionCount: 2 }, "signed-out", [
      stub(
        listQuestions,
        ({ query }) => [query.cursor ? aQuestion({ _id: sampleId(52), name: "Rafi" }) : aQuestion()],
        { link: '</api/questions/x?cursor=next>; rel="next"', "x-total-count": "2" },
      ),
      {
        endpoint: listQuestions,
        answer: (request) =>
          isDown
            ? stubError(listQuestions, 500, "failed", "Something went wrong here.").answer(request)
            : {
                status: 200,
                data: [request.query["cursor"] ? aQuestion({ _id: sampleId(52), name: "Rafi" }) : aQuestion()],
                headers: { link: '</api/questions/x?cursor=next>; rel="next"', "x-total-count": "2" },
              },
      },
    ]);
    const questions = await place();
    expect(await questions.findByText("Something went wrong here.")).toBeVisible();
    isDown = false;
    await user.click(questions.getByRole("button", { name: "Retry" }));
    expect(await questions.findByText("Showing 1 of 2")).toBeVisible();
    await user.click(questions.getByRole("button", { name: "Load more" }));
    expect(await questions.findByRole("article", { name: "Question by Rafi" })).toBeVisible();
    expect(calls.at(-1)?.query).toEqual({ limit: 10, cursor: "next" });
  });

  it("shows a placeholder while loading", async () => {
    seen({ questionCount: 2 }, "signed-out", [stubPending(listQuestions)]);
    expect(await (await place()).findByText("Loading questions")).toBeInTheDocument();
  });
});

it("loads when the section gets near the viewport or is linked", async () => {
  let notify: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  window.IntersectionObserver = class {
    constructor(private readonly callback: typeof notify) {}
    observe = ({ id }: Element) => id === "questions" && (notify = this.callback);
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
  const answers = [stub(listQuestions, [aQuestion()])];
  const far = seen({ questionCount: 1 }, "signed-out", answers);
  await place();
  act(() => notify([{ isIntersecting: false }]));
  expect(far.calls.some(({ endpoint }) => endpoint === listQuestions)).toBe(false);
  act(() => notify([{ isIntersecting: true }]));
  expect(await screen.findByRole("article", { name: "Question by Mina Das" })).toBeVisible();
  far.unmount();
  seen({ questionCount: 1 }, "signed-out", answers, `${PATH}#questions`);
  expect(await screen.findByRole("article", { name: "Question by Mina Das" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Questions" })).toHaveFocus();
});

describe("asking a question", () => {
  it("leads visitors to the login and back", async () => {
    seen({});
    const link = await (await place()).findByRole("link", { name: "Log in to ask" });
    expect(link).toHaveAttribute("href", `/login?from=${encodeURIComponent(`${PATH}#questions`)}`);
  });

  it("adds the question to the page", async () => {
    let count = 0;
    const { user, calls } = renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, () =>
          aContestDetails({ may: samplePermissions({ ask: allowed }), viewer: OUTSIDER, questionCount: count }),
        ),
        stub(listQuestions, () => [
          aQuestion({ isOwn: true, name: "Rafi Ahmed", may: { answer: deniedBecause("No."), remove: allowed } }),
        ]),
        stub(askQuestion, () => {
          count = 1;
          return aQuestion({ isOwn: true });
        }),
      ],
    });
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Ask a question" }));
    const field = await questions.findByLabelText("Your question");
    await waitFor(() => expect(field).toHaveFocus());
    await user.click(questions.getByRole("button", { name: "Ask" }));
    expect(await questions.findByText("This field is required")).toBeVisible();
    await user.type(field, "How large?");
    await user.click(questions.getByRole("button", { name: "Ask" }));
    expect(await questions.findByRole("article", { name: "Question by Rafi Ahmed" })).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === askQuestion)?.body).toEqual({ text: "How large?" });
    expect(questions.queryByLabelText("Your question")).not.toBeInTheDocument();
    await waitFor(() => expect(questions.getByRole("button", { name: "Ask a question" })).toHaveFocus());
    expect(questions.getByText("(you)")).toBeVisible();
  });

  it("keeps the input after a rejection and after a reload", async () => {
    const message = "3 questions of yours wait for an answer here. Please wait for one, or take one back.";
    const first = seen({ viewer: OUTSIDER }, {}, [stubError(askQuestion, 409, "too_many_waiting", message)]);
    let questions = await place();
    await first.user.click(await questions.findByRole("button", { name: "Ask a question" }));
    await first.user.type(await questions.findByLabelText("Your question"), "How large?");
    await first.user.click(questions.getByRole("button", { name: "Ask" }));
    expect(await questions.findByRole("alert")).toHaveTextContent(message);
    expect(questions.getByLabelText("Your question")).toHaveValue("How large?");
    first.unmount();
    const again = seen({ viewer: OUTSIDER }, {});
    questions = await place();
    await again.user.click(await questions.findByRole("button", { name: "Ask a question" }));
    expect(await questions.findByLabelText("Your question")).toHaveValue("How large?");
  });

  it("keeps the input if asking was closed before submitting", async () => {
    const message = "This contest was cancelled; nothing more is asked about it.";
    let may = samplePermissions({ ask: allowed });
    const { user, calls } = renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, () => aContestDetails({ viewer: OUTSIDER, may })),
        stubError(askQuestion, 409, "cancelled", message),
      ],
    });
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Ask a question" }));
    await user.type(await questions.findByLabelText("Your question"), "How large?");
    may = samplePermissions({ ask: deniedBecause(message) });
    await user.click(questions.getByRole("button", { name: "Ask" }));
    await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === getContestDetails)).toHaveLength(2));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(questions.getByRole("alert")).toHaveTextContent(message);
    expect(questions.getByLabelText("Your question")).toHaveValue("How large?");
    await user.click(questions.getByRole("button", { name: "Cancel" }));
    expect(questions.getByText(message)).toBeVisible();
    expect(questions.queryByRole("button")).not.toBeInTheDocument();
  });

  it("keeps the input and the page if the contest was deleted", async () => {
    let isThere = true;
    const details: Stub = {
      endpoint: getContestDetails,
      answer: (request) =>
        (isThere
          ? stub(getContestDetails, aContestDetails({ viewer: OUTSIDER, may: samplePermissions({ ask: allowed }) }))
          : stubError(getContestDetails, 404, "not_found", "No such contest.")
        ).answer(request),
    };
    const { user, unmount } = renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [details, stubError(askQuestion, 404, "not_found", "No such contest.")],
    });
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Ask a question" }));
    await user.type(await questions.findByLabelText("Your question"), "How large?");
    isThere = false;
    await user.click(questions.getByRole("button", { name: "Ask" }));
    expect(await screen.findByText("This contest is no longer available")).toBeVisible();
    expect(questions.getByText(/No such contest\./)).toBeVisible();
    expect(questions.getByLabelText("Your question")).toHaveValue("How large?");
    unmount();
    renderAt(PATH, PublicRoutes, { session: {}, answers: [details] });
    expect(await screen.findByRole("heading", { name: "Contest not found" })).toBeVisible();
  });

  it("shows why asking is not allowed", async () => {
    seen(
      {
        viewer: OUTSIDER,
        may: samplePermissions({ ask: deniedBecause("This contest has a winner; nothing more is asked about it.") }),
      },
      {},
    );
    const questions = await place();
    expect(await questions.findByText("This contest has a winner; nothing more is asked about it.")).toBeVisible();
    expect(questions.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("answering a question", () => {
  const allAllowed = { answer: allowed, remove: allowed };

  it("lets the creator answer and correct the answer", async () => {
    let question = aQuestion({ may: allAllowed });
    const { user, calls } = seen(
      { questionCount: 1, viewer: OWNER, may: samplePermissions({ ask: deniedBecause("This is your own contest.") }) },
      { role: "creator" },
      [
        stub(listQuestions, () => [question]),
        stub(
          answerQuestion,
          ({ body }) =>
            (question = answered({
              may: allAllowed,
              answer: {
                text: body.text,
                at: new Date().toISOString(),
                correctedAt: question.answer && new Date().toISOString(),
              },
            })),
        ),
      ],
    );
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Answer" }));
    await user.type(await questions.findByLabelText("Your answer"), "It may.");
    await user.click(questions.getByRole("button", { name: "Answer" }));
    expect(await questions.findByText("It may.")).toBeVisible();
    expect(calls.find(({ endpoint }) => endpoint === answerQuestion)).toMatchObject({
      params: { id: sampleId(51) },
      body: { text: "It may." },
    });
    await user.click(await questions.findByRole("button", { name: "Edit answer" }));
    const field = await questions.findByLabelText("Your answer");
    expect(field).toHaveValue("It may.");
    await user.type(field, " And in English.");
    await user.click(questions.getByRole("button", { name: "Save" }));
    expect(await questions.findByText("It may. And in English.")).toBeVisible();
    expect(questions.getByText(/answered · edited/)).toBeVisible();
  });

  it("keeps the input if the question was removed before submitting", async () => {
    let isGone = false;
    const { user } = renderAt(PATH, PublicRoutes, {
      session: { role: "creator" },
      answers: [
        stub(getContestDetails, () => aContestDetails({ viewer: OWNER, questionCount: isGone ? 0 : 1 })),
        stub(listQuestions, () => (isGone ? [] : [aQuestion({ may: allAllowed })])),
        stubError(answerQuestion, 404, "not_found", "No such question."),
      ],
    });
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Answer" }));
    await user.type(await questions.findByLabelText("Your answer"), "It may.");
    isGone = true;
    await user.click(questions.getByRole("button", { name: "Answer" }));
    expect(await questions.findByText("No questions yet.")).toBeVisible();
    expect(questions.getByRole("alert")).toHaveTextContent("No such question.");
    expect(questions.getByLabelText("Your answer")).toHaveValue("It may.");
    await user.click(questions.getByRole("button", { name: "Cancel" }));
    expect(questions.queryByRole("article")).not.toBeInTheDocument();
  });

  it("keeps the order of questions after answering", async () => {
    const [first, second] = [
      aQuestion({ may: allAllowed }),
      aQuestion({ _id: sampleId(52), name: "Rafi", may: allAllowed }),
    ];
    let listed = [first, second];
    const { user } = seen({ questionCount: 2, viewer: OWNER }, { role: "creator" }, [
      stub(listQuestions, () => listed),
      stub(answerQuestion, () => {
        const done = answered({ may: allAllowed });
        listed = [second, done];
        return done;
      }),
    ]);
    const questions = await place();
    await user.click((await questions.findAllByRole("button", { name: "Answer" }))[0]!);
    await user.type(await questions.findByLabelText("Your answer"), "It may.");
    await user.click(
      within(questions.getByRole("article", { name: "Question by Mina Das" })).getByRole("button", { name: "Answer" }),
    );
    await questions.findByText("It may.");
    expect(questions.getAllByRole("article").map((article) => article.getAttribute("aria-label"))).toEqual([
      "Question by Mina Das",
      "Question by Rafi",
    ]);
  });

  it("is not offered to other users", async () => {
    seen({ questionCount: 1, viewer: OUTSIDER }, {}, [stub(listQuestions, [aQuestion()])]);
    const questions = await place();
    await questions.findByRole("article", { name: "Question by Mina Das" });
    expect(questions.queryByRole("button", { name: "Answer" })).not.toBeInTheDocument();
    expect(questions.queryByRole("button", { name: "Remove" })).not.toBeInTheDocument();
  });
});

describe("removing a question", () => {
  it("asks for confirmation and shows an error", async () => {
    let isRefused = true;
    let count = 1;
    const { user } = renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, () =>
          aContestDetails({ may: samplePermissions({ ask: allowed }), viewer: OUTSIDER, questionCount: count }),
        ),
        stub(listQuestions, () =>
          count ? [aQuestion({ isOwn: true, may: { answer: deniedBecause("No."), remove: allowed } })] : [],
        ),
        {
          endpoint: removeQuestion,
          answer: (request) => {
            if (isRefused)
              return stubError(
                removeQuestion,
                409,
                "already_answered",
                "This was answered, so it stays for others to read.",
              ).answer(request);
            count = 0;
            return { status: 200, data: { deletedCount: 1 } };
          },
        },
      ],
    });
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete your question?" }));
    await user.click(dialog.getByRole("button", { name: "Delete question" }));
    expect(await dialog.findByText("This was answered, so it stays for others to read.")).toBeVisible();
    isRefused = false;
    await user.click(dialog.getByRole("button", { name: "Delete question" }));
    expect(await questions.findByText("No questions yet.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  });

  it("shows the current question after a failed removal is cancelled", async () => {
    let question = aQuestion({ isOwn: true, may: { answer: deniedBecause("No."), remove: allowed } });
    const { user } = renderAt(PATH, PublicRoutes, {
      session: {},
      answers: [
        stub(getContestDetails, () =>
          aContestDetails({ may: samplePermissions({ ask: allowed }), viewer: OUTSIDER, questionCount: 1 }),
        ),
        stub(listQuestions, () => [question]),
        stubError(removeQuestion, 409, "already_answered", "This was answered, so it stays for others to read."),
      ],
    });
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Delete" }));
    question = answered({ isOwn: true, may: { answer: deniedBecause("No."), remove: deniedBecause("No.") } });
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name: "Delete question" }));
    await dialog.findByRole("alert");
    await user.click(dialog.getByRole("button", { name: "Go back" }));
    expect(await questions.findByText("It may.")).toBeVisible();
    expect(questions.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("heading", { name: "Questions" })).toHaveFocus());
  });

  it("tells creators and admins that the author is notified", async () => {
    const { user } = seen({ questionCount: 1, viewer: OUTSIDER }, { role: "admin" }, [
      stub(listQuestions, [answered({ may: { answer: deniedBecause("No."), remove: allowed } })]),
    ]);
    const questions = await place();
    await user.click(await questions.findByRole("button", { name: "Remove" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Remove this question?" }));
    expect(
      dialog.getByText(
        /^The question and its answer will be removed from this page\. We'll notify the person who asked/,
      ),
    ).toBeVisible();
    expect(dialog.getByRole("button", { name: "Remove question and answer" })).toBeVisible();
  });
});

describe("the news section", () => {
  it("shows announcements to users who may read them", async () => {
    const { calls } = seen(
      { newsCount: 1, viewer: { ...OUTSIDER, isOwner: true }, may: samplePermissions({ readNews: allowed }) },
      {},
      [stub(listAnnouncements, [anAnnouncement()])],
    );
    const news = within(await screen.findByRole("region", { name: "Announcements" }));
    expect(await news.findByText("The jury is complete: three illustrators and a bookseller.")).toBeVisible();
    expect(news.getByText(/to 12 people/)).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === listAnnouncements)).toHaveLength(1);
  });

  it("is neither shown nor requested if there are none", async () => {
    const { calls } = seen({ viewer: OUTSIDER }, {});
    await place();
    expect(screen.queryByRole("region", { name: "Announcements" })).not.toBeInTheDocument();
    expect(calls.some(({ endpoint }) => endpoint === listAnnouncements)).toBe(false);
  });

  it("is focused when linked from a notification", async () => {
    seen({ newsCount: 1, viewer: OWNER }, {}, [stub(listAnnouncements, [anAnnouncement()])], `${PATH}#news`);
    await waitFor(() => expect(screen.getByRole("heading", { name: "Announcements" })).toHaveFocus());
  });
});
