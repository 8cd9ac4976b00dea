import { screen, waitFor, within } from "@testing-library/react";
import { extendDeadline } from "@conquest/shared/contracts/deadline-extensions";
import { createDraft, saveDraft } from "@conquest/shared/contracts/drafts";
import { getJudgedEntry, getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { getProgress, listParticipants } from "@conquest/shared/contracts/progress";
import { createContest, listMyContests } from "@conquest/shared/contracts/publishing";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import {
  aContestDetails,
  aContestEntry,
  aMyContest,
  aParticipant,
  aProgress,
  allowed,
  sampleId,
  samplePermissions,
} from "@conquest/shared/testing/samples";
import { stub, type Stub } from "@conquest/shared/testing/stubs";
import shared from "../../shared/messages/common.bn.json";
import contests from "../messages/contests.bn.json";
import entries from "../messages/entries.bn.json";
import { loadContestForm } from "./features/contests/contest-form";
import { counts } from "./features/contests/testing/contest-pages";
import CreatorRoutes from "./routes";

const session = { role: "creator" } as const;
const may = samplePermissions({ extend: { ...allowed, left: 2 }, readEntries: allowed, rateEntries: allowed });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();
const open = (path: string, answers: Stub[]) =>
  renderAt(`/dashboard/${path}`, CreatorRoutes, { session, answers: [counts, ...answers] });

beforeAll(() => loadContestForm());
beforeEach(() => {
  sessionStorage.clear();
  provideLanguage("bn", [contests, entries, shared]);
});
afterEach(() => provideLanguage("en", []));

describe("adding a contest", () => {
  const saved = { _id: sampleId(7), revision: 1, savedAt: new Date().toISOString() };
  const openStep = async (name: string) => {
    const page = open("add_contest", [
      stub(createDraft, saved),
      stub(saveDraft, saved),
      stub(createContest, { insertedId: sampleId(5), contest: aMyContest() }),
    ]);
    await page.user.click(within(screen.getByRole("navigation", { name: "ধাপ" })).getByRole("button", { name }));
    return page;
  };

  it("accepts amounts and dates in Bangla digits", async () => {
    const { user } = await openStep("৩ পুরস্কার ও শেষ সময়");
    const deadline = screen.getByLabelText("শেষ সময়");
    expect((deadline as HTMLInputElement).value).toMatch(/^[০-৯]{2}\/[০-৯]{2}\/[০-৯]{4}$/);
    await user.clear(deadline);
    await user.type(deadline, "০৫/০৩/২০৯৮ ১৮:৩০");
    expect(screen.getByText(/^এন্ট্রি জমা দেওয়ার শেষ সময় ৫ মার্চ ২০৯৮, ১৮:৩০ .*।$/)).toBeVisible();
    await user.type(screen.getByLabelText("নিবন্ধন ফি"), "৫০০");
    await user.type(screen.getByLabelText("পুরস্কার"), "১০০০০০");
    await user.click(screen.getByRole("button", { name: "৪ যাচাই করে জমা দিন" }));
    expect(await screen.findByText(/যোগ দিতে অংশগ্রহণকারীরা ৳১,০০,০০০ দেবেন।/)).toBeVisible();
    expect(screen.getByText("৳৫০০, শুধু আপনার হিসাবের জন্য")).toBeVisible();
  });

  it("rejects separators in both digits, since amounts have none", async () => {
    const { user } = await openStep("৩ পুরস্কার ও শেষ সময়");
    for (const [label, typed] of [
      ["নিবন্ধন ফি", "৳১,০০,০০০"],
      ["পুরস্কার", "1,00,000"],
    ] as const) {
      await user.type(screen.getByLabelText(label), typed);
      await user.tab();
      expect(screen.getByLabelText(label)).toBeInvalid();
    }
  });

  it("names months, days and times of the calendar", async () => {
    const { user } = await openStep("৩ পুরস্কার ও শেষ সময়");
    const deadline = screen.getByLabelText("শেষ সময়");
    await user.clear(deadline);
    await user.type(deadline, "০৫/০৩/২০৯৮");
    await user.keyboard("{ArrowDown}");
    const calendar = within(await screen.findByRole("dialog", { name: "তারিখ ও সময় বেছে নিন" }));
    expect(calendar.getByRole("heading", { name: "মার্চ ২০৯৮" })).toBeVisible();
    expect(calendar.getByRole("gridcell", { name: "বেছে নিন: বুধবার, ৫ মার্চ ২০৯৮" })).toHaveTextContent(/^৫$/);
    expect(calendar.getByRole("option", { name: "১৮:৩০" })).toBeVisible();
    expect(calendar.getByText("বৃহ")).toBeVisible();
    expect(calendar.getByRole("button", { name: "পরের মাস" })).toBeVisible();
  });
});

it("counts the people who may leave when the deadline is extended", async () => {
  const contest = { status: "open", phase: "open", participantCount: 1200, deadline: inDays(5), may } as const;
  const { user } = open("my_created_contests", [
    stub(listMyContests, [aMyContest({ ...contest, name: "River stories", paidTotal: 120_000, entryCount: 0 })]),
    stub(getContestDetails, aContestDetails(contest)),
    stub(extendDeadline, { contest: aMyContest(), toldCount: 1200, leavesUntil: inDays(2) }),
  ]);
  expect(await screen.findByRole("link", { name: "০টি এন্ট্রি" })).toBeVisible();
  expect(screen.getByRole("link", { name: "১,২০০ জন যোগ দিয়েছেন" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "“River stories”-এর আরও অ্যাকশন" }));
  await user.click(screen.getByRole("menuitem", { name: "শেষ সময় বাড়ান" }));
  const dialog = within(await screen.findByRole("dialog", { name: "“River stories” প্রতিযোগিতার শেষ সময় বাড়ান" }));
  expect(await dialog.findByText("১,২০০ জন প্রতিযোগিতা ছাড়তে পারবেন")).toBeVisible();
  expect(dialog.getByText(/৪৮ ঘণ্টা পর্যন্ত .* \(মোট সর্বোচ্চ ৳১,২০,০০০\)/)).toBeVisible();
  expect(dialog.getByText(/^৫০০ অক্ষরের মধ্যে ০টি। সব অংশগ্রহণকারী/)).toBeVisible();
});

it("shows the figures and charts of the progress", async () => {
  open(`contest_progress/${sampleId(1)}`, [
    stub(getContestDetails, aContestDetails({ name: "River stories", deadline: inDays(12), participantCount: 3, may })),
    stub(getProgress, aProgress()),
    stub(listParticipants, [aParticipant()]),
  ]);
  expect((await screen.findByText("বাকি সময়")).nextSibling).toHaveTextContent(/^১২ দিন$/);
  expect(document.title).toBe("অগ্রগতি: River stories | Conquest");
  const chart = await screen.findByRole("slider", { name: "প্রতিদিন যোগদান ও এন্ট্রি" });
  expect(chart).toHaveAttribute(
    "aria-valuetext",
    expect.stringMatching(/^[০-৯]+ মার্চ ২০২৬: যোগ দিয়েছেন \(যাঁরা সরে গেছেন তাঁরাসহ\) [০-৯]+, এন্ট্রি [০-৯]+$/),
  );
  expect(screen.getByRole("heading", { name: "প্রতিদিন" })).toBeVisible();
});

it("shows ratings in Bangla digits, and names of entries as the server sends them", async () => {
  const entry = aContestEntry({
    _id: sampleId(412),
    label: "এন্ট্রি ৪১২",
    ownRating: { rating: 4, word: "" },
    ownCriteria: [],
  });
  open(`contest_submitted/${sampleId(1)}`, [
    stub(getContestDetails, aContestDetails({ phase: "judging", may, criteria: [] })),
    stub(getJudging, { entryCount: 1, ratedCount: 1, shortlistedCount: 0, areNamesHidden: true, seesJudges: false }),
    stub(listJudgedEntries, [
      {
        _id: entry._id,
        label: entry.label,
        excerpt: entry.text,
        fileCount: 0,
        submittedAt: entry.submittedAt,
        isWinner: false,
        isShortlisted: true,
        rating: 4,
        ratedCriteria: 0,
        hasWord: false,
        mean: null,
      },
    ]),
    stub(getJudgedEntry, entry),
  ]);
  expect(await screen.findByRole("option", { name: "এন্ট্রি ৪১২, রেটিং ৫-এ ৪, সংক্ষিপ্ত তালিকায় আছে" })).toHaveTextContent(
    "৪/৫",
  );
  expect(screen.getByText("১টির মধ্যে ১টিতে রেটিং দেওয়া হয়েছে")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("radio", { name: "৪" })).toBeChecked());
  expect(screen.getByRole("group", { name: "এন্ট্রি ৪১২-এ আপনার রেটিং" })).toBeVisible();
});
