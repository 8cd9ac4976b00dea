import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import type { InputOf } from "@conquest/shared/contracts/http/endpoint";
import { DATE_NOT_VALID, REQUIRED } from "@conquest/shared/contracts/text/fields";
import type { Account } from "@conquest/shared/contracts/users";
import { listCovers, uploadPicture } from "@conquest/shared/contracts/media/uploads";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aMyContest, aUser, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, stubUnreachable, type Stub } from "@conquest/shared/testing/stubs";
import CreatorRoutes from "../../routes";
import { loadContestForm } from "./contest-form";
import { counts, openStep, submitContest } from "./testing/contest-pages";
import { endOfDay, toDayText, toIsoSeconds } from "./deadline";

const creator = { role: "creator" } as const;
const created = stub(createContest, {
  insertedId: sampleId(5),
  contest: aMyContest({ _id: sampleId(5), name: "River stories" }),
});
const listed = stub(listMyContests, [
  aMyContest({ _id: sampleId(5), name: "River stories", status: "pending", phase: "in_review" }),
]);
const nextYear = new Date().getFullYear() + 1;

type Page = ReturnType<typeof renderAt>;

const kept = { _id: sampleId(7), revision: 1, savedAt: new Date().toISOString() };
const open = (answers: readonly Stub[] = [], session: Partial<Account> = creator) =>
  renderAt("/dashboard/add_contest", CreatorRoutes, {
    session,
    answers: [counts, stub(createDraft, kept), stub(saveDraft, kept), ...answers],
  });

const sent = ({ calls }: Page) => calls.filter(({ endpoint }) => endpoint === createContest);

const TYPED = {
  Name: "River stories",
  "Image URL": "https://example.com/river.webp",
  Description: "Tell a story of a river.",
  "Registration price": "200",
  Prize: "25000",
  Task: "Two pages.",
};

async function fillIn({ user }: Page) {
  for (const [label, text] of Object.entries(TYPED)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.selectOptions(screen.getByLabelText("Tags"), "Article Writing");
}

const typeDeadline = async ({ user }: Page, text: string) => {
  await user.clear(screen.getByLabelText("Deadline"));
  await user.type(screen.getByLabelText("Deadline"), text);
};

const send = ({ user }: Page) => submitContest(user);

/** Loads pictures immediately, except those with "gone" in their URL. */
class FakeImage {
  onload?: () => void;
  onerror?: () => void;
  set src(address: string) {
    queueMicrotask(() => (address.includes("gone") ? this.onerror?.() : this.onload?.()));
  }
}

const { Image } = globalThis;
beforeAll(loadContestForm);
beforeAll(() => void (globalThis.Image = FakeImage as unknown as typeof Image));
afterAll(() => void (globalThis.Image = Image));

beforeEach(() => sessionStorage.clear());

it.each([14, 30])("sets the deadline to the end of the day in %i days", async (days) => {
  const page = open();
  await openStep(page.user, /Prize and deadline/);
  await page.user.click(await screen.findByRole("button", { name: `In ${days} days` }, { timeout: 20_000 }));
  const day = new Date();
  day.setDate(day.getDate() + days);
  expect(screen.getByLabelText("Deadline")).toHaveValue(toDayText(day));
  expect(screen.getByText(/^Entries close .* 23:59|^Entries close .*11:59/)).toBeVisible();
});

it("closes the calendar when a deadline is typed, so that Continue stays reachable", async () => {
  const page = open();
  await openStep(page.user, /Prize and deadline/);
  const field = screen.getByLabelText("Deadline");
  await page.user.click(field);
  expect(await screen.findByRole("dialog", { name: "Choose Date and Time" })).toBeVisible();
  await page.user.clear(field);
  await page.user.type(field, `10/12/${nextYear}`, { skipClick: true });
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(field).toHaveValue(`10/12/${nextYear}`);
});

it("advises against a deadline of today only after the field was left", async () => {
  const page = open();
  await openStep(page.user, /Prize and deadline/);
  expect(screen.queryByText(/This deadline may leave/)).not.toBeInTheDocument();
  await page.user.click(screen.getByLabelText("Deadline"));
  await page.user.tab();
  expect(await screen.findByText(/This deadline may leave/)).toBeVisible();
});

it("creates a contest and opens the created contests", async () => {
  // Whether a draft is saved before depends on the typing speed.
  const page = open([created, listed, stubUnreachable(createDraft)]);
  expect(screen.getByLabelText("Deadline")).toHaveValue(toDayText(new Date()));

  await fillIn(page);
  await typeDeadline(page, `31/12/${nextYear}`);
  await send(page);

  expect(await screen.findByText("Contest created successfully")).toBeVisible();
  await waitFor(() => expect(page.address()).toBe("/dashboard/my_created_contests"));
  expect(sent(page)[0]?.body).toEqual({
    name: "River stories",
    image: "https://example.com/river.webp",
    description: "Tell a story of a river.",
    registrationPrice: "200",
    prize: "25000",
    task: "Two pages.",
    tags: "Article Writing",
    hidesNames: true,
    criteria: "",
    deadline: toIsoSeconds(endOfDay(new Date(nextYear, 11, 31))),
    status: "pending",
    participants: [],
    creator: { name: "Rafi Ahmed", email: "rafi@example.com", photo: "" },
  } satisfies InputOf<typeof createContest>["body"]);
});

it("goes through the steps, keeps what was typed, and returns with Back", async () => {
  const page = open([stubUnreachable(createDraft)]);
  expect(screen.getByRole("button", { name: /Basics/ })).toHaveAttribute("aria-current", "step");
  await page.user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findAllByText(REQUIRED)).toHaveLength(3);
  expect(screen.getByLabelText("Name")).toHaveFocus();

  await fillIn(page);
  for (const step of ["Task and judging", "Prize and deadline", "Check and submit"]) {
    await page.user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByRole("heading", { name: step })).toHaveFocus();
  }
  await waitFor(() => expect(page.address()).toBe("/dashboard/add_contest?step=4"));
  expect(await screen.findByText(/^Participants pay ৳25,000 to join\. The winner gets ৳25,000\.$/)).toBeVisible();
  expect(screen.getByText(/entry fee equals the prize in every contest/)).toBeVisible();
  expect(screen.getByText("৳200, for your records only")).toBeVisible();
  expect(screen.getByText(/This deadline may leave/)).toBeVisible();

  await act(async () => page.go(-1));
  expect(screen.getByRole("heading", { name: "Prize and deadline" })).toHaveFocus();
  expect(screen.getByLabelText("Prize")).toHaveValue("25000");
  await openStep(page.user, /Check and submit/);
  await page.user.click(await screen.findByRole("button", { name: "Edit: Basics" }));
  expect(screen.getByLabelText("Name")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("River stories");
});

it("requires every field", async () => {
  const page = open();
  await page.user.clear(screen.getByLabelText("Deadline"));
  await send(page);
  await waitFor(() => expect(screen.getAllByText(REQUIRED)).toHaveLength(8));
  expect(sent(page)).toHaveLength(0);
});

it("reports values that are too long instead of truncating them", async () => {
  const page = open();
  await fillIn(page);
  await page.user.clear(screen.getByLabelText("Prize"));
  await page.user.type(screen.getByLabelText("Prize"), "1000000000");
  await page.user.click(screen.getByLabelText("Task"));
  await page.user.paste("x".repeat(5000));
  await send(page);
  await waitFor(() => expect(screen.getByText("Use at most 5000 characters")).toBeVisible());
  await page.user.click(screen.getByRole("button", { name: "Prize" }));
  expect(screen.getByText("Enter a whole number of taka, from 0 to 99,99,99,999")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Prize")).toHaveFocus());
  expect(screen.getByLabelText("Prize")).toHaveValue("1000000000");
  expect(sent(page)).toEqual([]);
});

it("rejects an invalid or past date", async () => {
  const page = open();
  await fillIn(page);
  await typeDeadline(page, "31/02/2027");
  await send(page);
  await waitFor(() => expect(screen.getByText(DATE_NOT_VALID)).toBeVisible());
  expect(screen.getByLabelText("Deadline")).toHaveValue("31/02/2027");

  await typeDeadline(page, "01/01/2020");
  await page.user.tab();
  expect(await screen.findByText("Choose a deadline in the future")).toBeVisible();
  await page.user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("Choose a deadline in the future")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Add Contest" })).not.toBeInTheDocument();
  await send(page);
  expect(await screen.findByRole("button", { name: "Continue" })).toBeVisible();
  expect(sent(page)).toHaveLength(0);
});

it("accepts a time from the list of half hours", async () => {
  const page = open();
  await openStep(page.user, /Prize and deadline/);
  await typeDeadline(page, `31/12/${nextYear}`);
  await page.user.keyboard("{ArrowDown}");
  const times = within(await screen.findByRole("listbox", { name: "Time" }));
  expect(
    times
      .getAllByRole("option")
      .slice(0, 3)
      .map((time) => time.textContent),
  ).toEqual(["00:00", "00:30", "01:00"]);
  expect(times.getByRole("option", { name: "23:59" })).toHaveAttribute("aria-selected", "true");
  await page.user.click(times.getByRole("option", { name: "18:30" }));
  expect(screen.getByText(/^Entries close 31 Dec \d{4},? (at )?18:30/)).toBeVisible();
  expect(screen.getByLabelText("Deadline")).toHaveValue(`31/12/${nextYear}`);
});

it("keeps the input after a rejection, and after a reload without a saved draft", async () => {
  const refused = stubError(createContest, 422, "bad_input", "Check the form.", {
    image: "This picture cannot be shown",
  });
  const page = open([refused, stubUnreachable(createDraft)]);
  await fillIn(page);
  await send(page);
  await waitFor(() => expect(screen.getByText("This picture cannot be shown")).toBeVisible());
  expect(screen.getByLabelText("Name")).toHaveValue("River stories");

  page.unmount();
  open([stubUnreachable(createDraft)]);
  expect(screen.getByLabelText("Name")).toHaveValue("River stories");
  expect(screen.getByLabelText("Tags")).toHaveValue("Article Writing");
});

it("does not show one user's draft to another", async () => {
  const page = open([stubUnreachable(createDraft)]);
  await page.user.type(screen.getByLabelText("Name"), "Mine");
  page.unmount();
  open([], { ...aUser(creator), _id: sampleId(99) });
  expect(screen.getByLabelText("Name")).toHaveValue("");
});

it("starts empty after a contest was created", async () => {
  const page = open([created, listed]);
  await fillIn(page);
  await typeDeadline(page, `31/12/${nextYear}`);
  await send(page);
  await page.user.click(await screen.findByRole("link", { name: "Add contest" }));
  expect(await screen.findByLabelText("Name")).toHaveValue("");
});

it("hides names from judges by default", async () => {
  const page = open([created, listed]);
  await fillIn(page);
  const hides = screen.getByLabelText("Anonymous judging");
  expect(hides).toBeChecked();
  await page.user.click(hides);
  await typeDeadline(page, `31/12/${nextYear}`);
  await send(page);
  await waitFor(() =>
    expect(page.calls.find(({ endpoint }) => endpoint === createContest)?.body).toMatchObject({ hidesNames: false }),
  );
});

it("keeps the focus in the next field after leaving an empty one", async () => {
  const { user } = open();
  await user.click(screen.getByLabelText("Name"));
  await user.tab();
  expect(await screen.findByText(REQUIRED)).toBeVisible();
  await user.keyboard("A river of stories");
  expect(screen.getByLabelText("Description")).toHaveValue("A river of stories");
});

describe("a picture that cannot be shown", () => {
  const preview = () => within(screen.getByRole("figure")).getByRole("presentation");
  const problem = /^We couldn't load this picture/;

  async function fillInWithBrokenPicture() {
    const page = open([created, listed]);
    await fillIn(page);
    await typeDeadline(page, `31/12/${nextYear}`);
    expect(preview()).toHaveAttribute("src", TYPED["Image URL"]);
    fireEvent.error(preview());
    return page;
  }

  const useAnyway = ({ user }: Page) => user.click(screen.getByRole("button", { name: "Use this address anyway" }));

  it("is reported at its field and rejected until it is accepted", async () => {
    const page = await fillInWithBrokenPicture();
    expect(screen.getByLabelText("Image URL")).toHaveAccessibleDescription(expect.stringMatching(problem));
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await send(page);
      await waitFor(() => expect(screen.getByRole("group", { name: "Problems with this form" })).toHaveFocus());
    }
    expect(sent(page)).toHaveLength(0);
    await useAnyway(page);
    expect(screen.getByLabelText("Image URL")).toHaveFocus();
    expect(screen.getByLabelText("Image URL")).toHaveAccessibleDescription(
      "Visitors see a placeholder until this picture loads.",
    );
    await send(page);
    expect(await screen.findByText("Contest created successfully")).toBeVisible();
    await screen.findByRole("table");
  });

  it("keeps the first step open, with the reason and a choice", async () => {
    const page = open();
    const typed = { ...TYPED, "Image URL": "https://example.com/gone.webp" };
    for (const label of ["Name", "Description", "Image URL"] as const) {
      await page.user.click(screen.getByLabelText(label));
      await page.user.paste(typed[label]);
    }
    await page.user.keyboard("{Enter}");
    expect(await screen.findByText(problem)).toBeVisible();
    expect(screen.getByLabelText("Image URL")).toHaveFocus();
    const step = (name: RegExp) => screen.getByRole("button", { name });
    expect(step(/^1.*Basics/)).toHaveAttribute("aria-current", "step");
    await useAnyway(page);
    await page.user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(step(/Task and judging/)).toHaveAttribute("aria-current", "step"));
  });

  it("is detected if the form is sent before the picture has loaded", async () => {
    const page = open([created, listed]);
    await fillIn(page);
    await page.user.type(screen.getByLabelText("Image URL"), "/gone");
    await typeDeadline(page, `31/12/${nextYear}`);
    await send(page);
    await waitFor(() => expect(screen.getByText(problem)).toBeVisible());
    expect(sent(page)).toHaveLength(0);
  });

  it("is reported again for another URL, but not for a valid one", async () => {
    const page = await fillInWithBrokenPicture();
    await send(page);
    await page.user.clear(screen.getByLabelText("Image URL"));
    await page.user.click(screen.getByLabelText("Image URL"));
    await page.user.paste("https://example.com/other.webp");
    expect(screen.queryByText(problem)).not.toBeInTheDocument();
    fireEvent.error(preview());
    await send(page);
    await waitFor(() => expect(screen.getByText(problem)).toBeVisible());
    expect(sent(page)).toHaveLength(0);

    await page.user.clear(screen.getByLabelText("Image URL"));
    await page.user.click(screen.getByLabelText("Image URL"));
    await page.user.paste("https://example.com/fine.webp");
    fireEvent.load(preview());
    await send(page);
    expect(await screen.findByText("Contest created successfully")).toBeVisible();
    await screen.findByRole("table");
  });
});

describe("an uploaded picture", () => {
  const photo = (name = "river.jpg") => new File([new Uint8Array(2048)], name, { type: "image/jpeg" });
  const ADDRESS = `/media/pictures/${sampleId(7)}.jpg`;
  const uploaded = stub(uploadPicture, { address: ADDRESS, width: 1600, height: 900 });
  const field = () => screen.getByLabelText("Image URL");
  const preview = () => within(screen.getByRole("figure")).getByRole("presentation");

  it("is shown and sent by its URL", async () => {
    const page = open([created, listed, uploaded]);
    await fillIn(page);
    await typeDeadline(page, `31/12/${nextYear}`);
    await page.user.upload(screen.getByLabelText("Upload an image"), photo());
    await waitFor(() => expect(field()).toHaveValue(ADDRESS));
    expect(preview()).toHaveAttribute("src", ADDRESS);
    expect(page.calls.find(({ endpoint }) => endpoint === uploadPicture)?.query).toEqual({ name: "river.jpg" });
    await send(page);
    expect(await screen.findByText("Contest created successfully")).toBeVisible();
    expect(page.calls.find(({ endpoint }) => endpoint === createContest)?.body).toMatchObject({ image: ADDRESS });
    await screen.findByRole("table");
  });

  it("replaces the previous one when dropped onto it", async () => {
    open([uploaded]);
    fireEvent.drop(preview(), { dataTransfer: { files: [photo()], types: ["Files"] } });
    await waitFor(() => expect(field()).toHaveValue(ADDRESS));
  });

  it("is the first valid one of several dropped files; the others are named", async () => {
    const page = open([uploaded]);
    fireEvent.drop(preview(), {
      dataTransfer: { files: [photo("drawing.svg"), photo("river.jpg"), photo("sea.jpg")], types: ["Files"] },
    });
    await waitFor(() => expect(field()).toHaveValue(ADDRESS));
    expect(page.calls.filter(({ endpoint }) => endpoint === uploadPicture).map(({ query }) => query)).toEqual([
      { name: "river.jpg" },
    ]);
    expect(screen.getByText("Only 1 image is allowed: “sea.jpg” wasn't added.")).toBeVisible();
  });

  it("can be taken with a phone's camera", () => {
    open();
    expect(screen.getByLabelText("Take a photo")).toHaveAttribute("capture", "environment");
    expect(screen.getByLabelText("Take a photo")).toHaveAttribute("accept", "image/*");
  });

  it("shows its progress, is replaced by another upload, and can be stopped", async () => {
    const slow: Stub = {
      endpoint: uploadPicture,
      answer: ({ sent }) => (sent(0.5), new Promise<never>(() => undefined)),
    };
    const page = open([slow]);
    await page.user.upload(screen.getByLabelText("Upload an image"), photo());
    expect(await screen.findByText("50% of 2 kB uploaded")).toBeVisible();
    await page.user.upload(screen.getByLabelText("Upload an image"), photo("another.jpg"));
    expect(await screen.findByText("another.jpg")).toBeVisible();
    expect(screen.queryByText("river.jpg")).not.toBeInTheDocument();
    await page.user.click(screen.getByRole("button", { name: "Cancel another.jpg" }));
    expect(screen.queryByText("another.jpg")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Upload an image")).toHaveFocus();
    expect(field()).toHaveValue("");
  });

  it("is discarded if a URL is typed during the upload", async () => {
    let arrive: () => void = () => undefined;
    const slow: Stub = {
      endpoint: uploadPicture,
      answer: async () => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return { status: 200, data: { address: ADDRESS, width: 1600, height: 900 } };
      },
    };
    const page = open([slow]);
    await page.user.upload(screen.getByLabelText("Upload an image"), photo());
    expect(await screen.findByText("river.jpg")).toBeVisible();
    fireEvent.change(field(), { target: { value: "https://example.com/boat.jpg" } });
    await waitFor(() => expect(screen.queryByText("river.jpg")).not.toBeInTheDocument());
    await act(async () => arrive());
    expect(field()).toHaveValue("https://example.com/boat.jpg");
  });

  it("is rejected if it is no picture, leaving the URL unchanged", async () => {
    const page = open([stubError(uploadPicture, 422, "bad_input", "This is plain text. Choose a picture.")]);
    await fillIn(page);
    await page.user.upload(screen.getByLabelText("Upload an image"), photo("notes.jpg"));
    expect(await screen.findByRole("alert")).toHaveTextContent("This is plain text. Choose a picture.");
    expect(field()).toHaveValue(TYPED["Image URL"]);
  });

  describe("a cover provided by the site", () => {
    const covers = stub(listCovers, [
      { address: "/media/covers/article-writing-1.webp", tag: "Article Writing" },
      { address: "/media/covers/article-writing-2.webp", tag: "Article Writing" },
      { address: "/media/covers/book-review-1.webp", tag: "Book Review" },
    ]);
    const choose = async (page: Page) => {
      await page.user.click(screen.getByRole("button", { name: "Choose a cover" }));
      return within(await screen.findByRole("dialog", { name: "Choose a cover" }));
    };

    it("is chosen among those of the contest's tag", async () => {
      const page = open([covers]);
      await page.user.selectOptions(screen.getByLabelText("Tags"), "Article Writing");
      const dialog = await choose(page);
      expect(await dialog.findAllByRole("listitem")).toHaveLength(2);
      await page.user.click(dialog.getByRole("button", { name: "Cover 2 of 2, Article Writing" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      expect(field()).toHaveValue("/media/covers/article-writing-2.webp");
    });

    it("is chosen among all if there are none for the tag, or no tag yet", async () => {
      const page = open([covers]);
      const dialog = await choose(page);
      expect(await dialog.findAllByRole("listitem")).toHaveLength(3);
      await page.user.selectOptions(dialog.getByLabelText("Tag"), "Movie Review");
      expect(dialog.getByText("No covers for this tag")).toBeVisible();
      await page.user.click(dialog.getByRole("button", { name: "Show all" }));
      expect(dialog.getAllByRole("listitem")).toHaveLength(3);
    });

    it("offers a retry if the list fails to load", async () => {
      const page = open([stubError(listCovers, 500, "failed", "Something went wrong on our side.")]);
      const dialog = await choose(page);
      expect(await dialog.findByText("Something went wrong on our side.")).toBeVisible();
      expect(dialog.getByRole("button", { name: "Retry" })).toBeVisible();
    });
  });
});

describe("judging criteria", () => {
  it("are sent as written, one per line", async () => {
    const page = open([created, listed]);
    await fillIn(page);
    await page.user.click(screen.getByLabelText("Judging criteria (optional)"));
    await page.user.paste("Colour\nLine");
    await typeDeadline(page, `31/12/${nextYear}`);
    await send(page);
    await waitFor(() => expect(sent(page)[0]?.body).toMatchObject({ criteria: "Colour\nLine" }));
    await screen.findByRole("table");
  });

  it("are limited to five", async () => {
    const page = open();
    await fillIn(page);
    await page.user.click(screen.getByLabelText("Judging criteria (optional)"));
    await page.user.paste("1\n2\n3\n4\n5\n6");
    await send(page);
    expect(await screen.findByText("Enter at most 5 criteria, one per line")).toBeVisible();
    expect(sent(page)).toHaveLength(0);
  });
});

describe("more prizes", () => {
  const addPrize = (page: Page) => page.user.click(screen.getByRole("button", { name: "Add a prize" }));
  const group = () => within(screen.getByRole("group", { name: /^More prizes/ }));

  it("are added and removed by keyboard, shown before submitting, and sent as lines", async () => {
    const page = open([created, listed]);
    await fillIn(page);
    await openStep(page.user, /Prize and deadline/);
    await typeDeadline(page, `31/12/${nextYear}`);
    expect(group().queryByRole("textbox")).not.toBeInTheDocument();
    act(() => screen.getByRole("button", { name: "Add a prize" }).focus());
    await page.user.keyboard("{Enter}");
    expect(group().getByLabelText("Name of prize 2")).toHaveFocus();
    await page.user.keyboard("Second place");
    await page.user.tab();
    await page.user.keyboard("১২০০০");
    await addPrize(page);
    await page.user.keyboard("Mistake");
    await addPrize(page);
    await page.user.keyboard("Best line");
    await page.user.type(group().getByLabelText("Amount of prize 4"), "0");
    await page.user.click(group().getByRole("button", { name: "Remove prize 3" }));
    expect(group().getByLabelText("Name of prize 3")).toHaveValue("Best line");
    expect(group().getByLabelText("Name of prize 3")).toHaveFocus();

    await openStep(page.user, /Check and submit/);
    const summary = (await screen.findByText(/^Second place: ৳12,000/)).textContent;
    expect(summary).toBe("Second place: ৳12,000\nBest line: ৳0");
    await page.user.click(screen.getByRole("button", { name: "Add Contest" }));
    await screen.findByText("Contest created successfully");
    expect(sent(page)[0]?.body).toMatchObject({ morePrizes: "Second place\t১২০০০\nBest line\t0" });
  });

  it.each([
    ["{Tab}500", "Name of prize 2", "Enter a name for prize 2"],
    ["Second{Tab}five", "Amount of prize 2", "Enter a whole number of taka for prize 2, from 0 to 99,99,99,999"],
    ["Best LINE{Tab}5", "Name of prize 3", "Give each prize a different name"],
  ])("explain what is wrong with “%s” at %s only, and keep it", async (typed, field, because) => {
    const page = open([stubUnreachable(createDraft)]);
    await fillIn(page);
    await openStep(page.user, /Prize and deadline/);
    await typeDeadline(page, `31/12/${nextYear}`);
    await addPrize(page);
    await page.user.keyboard(typed);
    await addPrize(page);
    await page.user.keyboard("Best line{Tab}100");
    await page.user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await group().findByText(because)).toBeVisible();
    expect(group().getByLabelText(field)).toHaveAccessibleDescription(because);
    await waitFor(() => expect(group().getByLabelText(field)).toHaveFocus());
    expect(
      group()
        .getAllByRole("textbox")
        .filter((each) => each.getAttribute("aria-invalid")),
    ).toEqual([group().getByLabelText(field)]);
    expect(screen.getByRole("button", { name: /Prize and deadline/ })).toHaveAttribute("aria-current", "step");
    expect(sent(page)).toEqual([]);
  });

  it("are at most nine", async () => {
    const page = open([stubUnreachable(createDraft)]);
    await openStep(page.user, /Prize and deadline/);
    for (let n = 2; n <= 10; n += 1) await addPrize(page);
    expect(group().getByLabelText("Name of prize 10")).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Add a prize" })).not.toBeInTheDocument();
    await page.user.click(group().getByRole("button", { name: "Remove prize 10" }));
    expect(group().getByLabelText("Name of prize 9")).toHaveFocus();
    expect(screen.getByRole("button", { name: "Add a prize" })).toBeVisible();
  });

  it("give the focus to the group when the only one is removed", async () => {
    const page = open([stubUnreachable(createDraft)]);
    await openStep(page.user, /Prize and deadline/);
    await addPrize(page);
    await page.user.click(group().getByRole("button", { name: "Remove prize 2" }));
    expect(screen.getByRole("group", { name: /^More prizes/ })).toHaveFocus();
  });
});
