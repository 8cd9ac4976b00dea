import { screen, within } from "@testing-library/react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { joinContest } from "@conquest/shared/contracts/participation";
import type { ShownRules } from "@conquest/shared/contracts/rules";
import { getUser } from "@conquest/shared/contracts/users";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aUser, deniedBecause, sampleId, samplePermissions } from "@conquest/shared/testing/samples";
import { stub, type Stub } from "@conquest/shared/testing/stubs";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import catalog from "../../../../messages/contests.bn.json";
import PublicRoutes from "../../../routes";
import { aViewer, panel, renderContest } from "../testing/render-contest";

const RULES: ShownRules = {
  version: 3,
  text: "Employees of the fair can't win: https://fair.example",
  countries: ["BD", "IN"],
  countryNames: ["Bangladesh", "India"],
  minimumAge: 16,
  disclosesAi: true,
  originalOnly: true,
};
const section = () => screen.findByRole("region", { name: "Rules" });
const accepted = (fields: object = {}) => ({
  viewer: aViewer({ acceptedRules: { at: "2026-03-01T08:00:00.000Z", version: 3, rules: null, ...fields } }),
});

describe("the contest's page", () => {
  it("shows all rules before joining, and leads to them from the button", async () => {
    renderContest({ rules: RULES });
    const rules = within(await section());
    expect(rules.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "You're at least 16 years old.",
      "You live in one of these countries: Bangladesh, India.",
      "Your entry is your own original work.",
      "If you used AI, your entry says how.",
    ]);
    expect(rules.getByRole("link", { name: "https://fair.example" })).toBeVisible();
    expect(rules.getByText("You accept the rules when you join. After that, they can't change.")).toBeVisible();
    const link = within(await panel()).getByRole("link", { name: "Read the rules first" });
    expect(link).toHaveAttribute("href", expect.stringMatching(/#rules$/));
  });

  it.each([null, undefined])("looks as before without rules: %j", async (rules) => {
    renderContest({ rules });
    await panel();
    expect(screen.queryByRole("heading", { name: "Rules" })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Read the rules first" })).not.toBeInTheDocument();
  });

  it("shows only the rules that were set", async () => {
    renderContest({
      rules: {
        ...RULES,
        text: "",
        countries: ["BD"],
        countryNames: ["Bangladesh"],
        minimumAge: null,
        disclosesAi: false,
        originalOnly: false,
      },
    });
    expect(within(await section()).getByRole("listitem")).toHaveTextContent(/^You live in Bangladesh\.$/);
  });

  it("says nothing about joining to those who cannot join", async () => {
    const may = samplePermissions({ join: deniedBecause("You can't join your own contest.") });
    renderContest({ rules: RULES, may, viewer: aViewer({ isOwner: true }) }, {});
    expect(within(await section()).getAllByRole("listitem")).toHaveLength(4);
    expect(screen.queryByText(/^You accept the rules when/)).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Read the rules first" })).not.toBeInTheDocument();
  });

  it("says when the viewer accepted them", async () => {
    const may = samplePermissions({ join: deniedBecause("You've already joined this contest.") });
    renderContest({ rules: RULES, may, ...accepted() }, {});
    expect(await screen.findByText(/^You accepted these rules on .*\(version 3\)\.$/)).toHaveTextContent("1 Mar 2026");
    expect(screen.queryByText(/^You accept the rules when/)).not.toBeInTheDocument();
  });

  it.each([
    ["other rules", RULES],
    ["no rules", null],
  ])("keeps earlier accepted rules readable beside %s", async (_, rules) => {
    const former: ShownRules = { ...RULES, version: 1, minimumAge: 12, text: "" };
    const { user } = renderContest({ rules, ...accepted({ version: 1, rules: former }) }, {});
    expect(
      await screen.findByText(/^You accepted earlier rules on .*\(version 1\)\. They have changed since\.$/),
    ).toBeVisible();
    await user.click(screen.getByText("Show the rules you accepted"));
    expect(screen.getByText("You're at least 12 years old.")).toBeVisible();
  });
});

describe("joining", () => {
  const receipt = {
    contestId: sampleId(1),
    amount: 0,
    last4: "",
    paymentStatus: "paid",
    paidAt: new Date().toISOString(),
    participantCount: 3,
    receiptNumber: null,
  } as const;
  const pay = (contest: Partial<ContestDetails>, ...answers: Stub[]) =>
    renderAt(`/contest-details/${sampleId(1)}/payment`, PublicRoutes, {
      session: { email: "rafi@example.com" },
      answers: [
        stub(getContestDetails, aContestDetails({ viewer: aViewer(), amountDue: 0, rules: RULES, ...contest })),
        stub(getUser, aUser({ takesPart: true })),
        stub(joinContest, receipt),
        ...answers,
      ],
    });
  const joins = ({ calls }: ReturnType<typeof pay>) => calls.filter(({ endpoint }) => endpoint === joinContest);
  const checkbox = () => screen.findByRole("checkbox", { name: /accept the rules$/ });

  it("sends nothing until the rules are accepted, and then their version", async () => {
    const page = pay({});
    const control = await checkbox();
    expect(control).not.toBeChecked();
    await page.user.click(screen.getByRole("button", { name: "Join for free" }));
    expect(control).toHaveFocus();
    expect(control).toHaveAccessibleDescription("Accept the rules to join");
    expect(control).toBeInvalid();
    expect(joins(page)).toEqual([]);
    await page.user.click(control);
    expect(screen.queryByText("Accept the rules to join")).not.toBeInTheDocument();
    await page.user.click(screen.getByRole("button", { name: "Join for free" }));
    await screen.findByRole("heading", { name: "You've joined" });
    expect(joins(page).map(({ body }) => body)).toEqual([
      { contestId: sampleId(1), email: "rafi@example.com", amount: 0, rulesVersion: 3 },
    ]);
  });

  it("requires acceptance before a payment too", async () => {
    const page = pay({ amountDue: 500 });
    const control = await checkbox();
    await page.user.type(screen.getByLabelText("Card number"), "4242424242424242");
    await page.user.type(screen.getByLabelText("Expiry"), "1240");
    await page.user.type(screen.getByLabelText("CVC"), "123");
    await page.user.type(screen.getByLabelText("Cardholder name"), "Rafi Ahmed");
    await page.user.click(screen.getByRole("button", { name: "Pay ৳500" }));
    expect(await screen.findByText("Accept the rules to join")).toBeVisible();
    expect(control).toHaveFocus();
    expect(joins(page)).toEqual([]);
    await page.user.click(control);
    await page.user.click(screen.getByRole("button", { name: "Pay ৳500" }));
    await screen.findByRole("heading", { name: "Payment successful" });
    expect(joins(page)).toMatchObject([{ body: { amount: 500, rulesVersion: 3 } }]);
  });

  it("asks again if the rules changed", async () => {
    let rules: ShownRules | null = RULES;
    const page = pay(
      {},
      stub(getContestDetails, () => aContestDetails({ viewer: aViewer(), amountDue: 0, rules })),
      {
        endpoint: joinContest,
        answer: (call) => {
          if (rules?.version === 4) return stub(joinContest, receipt).answer(call);
          rules = { ...RULES, version: 4, minimumAge: 18 };
          return { status: 409, data: { error: { code: "rules_changed", message: "The rules have changed." } } };
        },
      },
    );
    await page.user.click(await checkbox());
    await page.user.click(screen.getByRole("button", { name: "Join for free" }));
    expect(await screen.findByText("You're at least 18 years old.")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("Couldn't join the contestThe rules have changed.");
    expect(await checkbox()).not.toBeChecked();
    expect(await checkbox()).toHaveAccessibleDescription("The rules have changed. Read and accept them again.");
    await page.user.click(await checkbox());
    await page.user.click(screen.getByRole("button", { name: "Join for free" }));
    await screen.findByRole("heading", { name: "You've joined" });
    expect(joins(page)).toMatchObject([{ body: { rulesVersion: 3 } }, { body: { rulesVersion: 4 } }]);
  });

  it.each([
    [16, ["BD"], "I'm at least 16, live in an allowed country and accept the rules"],
    [16, [], "I'm at least 16 and accept the rules"],
    [null, ["BD"], "I live in an allowed country and accept the rules"],
    [null, [], "I accept the rules"],
  ])("names what is confirmed with the age %j and the countries %j", async (minimumAge, countries, name) => {
    pay({ rules: { ...RULES, minimumAge, countries, countryNames: countries } });
    expect(await screen.findByRole("checkbox", { name })).toBeVisible();
  });

  it("needs no acceptance without rules", async () => {
    const page = pay({ rules: null });
    await page.user.click(await screen.findByRole("button", { name: "Join for free" }));
    await screen.findByRole("heading", { name: "You've joined" });
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    expect(joins(page).map(({ body }) => body)).toEqual([
      { contestId: sampleId(1), email: "rafi@example.com", amount: 0 },
    ]);
  });
});

describe("in Bangla", () => {
  inBangla(catalog);

  it("shows the rules with Bangla digits", async () => {
    renderContest({ rules: { ...RULES, countryNames: ["বাংলাদেশ", "ভারত"] } });
    const rules = within(await screen.findByRole("region", { name: "নিয়ম" }));
    expect(rules.getByText("আপনার বয়স অন্তত ১৬ বছর।")).toBeVisible();
    expect(rules.getByText("আপনি এই দেশগুলোর একটিতে থাকেন: বাংলাদেশ, ভারত।")).toBeVisible();
  });
});
