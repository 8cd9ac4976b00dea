import { screen, within } from "@testing-library/react";
import { listIncidents, listPartHealth } from "@conquest/shared/contracts/telemetry";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aPartHealth, anIncident } from "@conquest/shared/testing/samples";
import { stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";
import catalog from "../../../messages/parts.bn.json";

const admin = { role: "admin" } as const;
const span = { since: "2026-03-01T00:00:00.000Z", until: "2026-03-02T00:00:00.000Z" };
const answers = [
  stub(listPartHealth, { ...span, parts: [aPartHealth()] }),
  stub(listIncidents, ({ query }) => (query.id && query.id !== "3f9a01bc" ? [] : [anIncident()])),
];

const openDetails = async (page: ReturnType<typeof renderAt>) => {
  await page.user.click(await screen.findByRole("button", { name: "Details of mf-public" }));
  return within(await screen.findByRole("dialog", { name: "mf-public" }));
};

it("lists version, status, load time, errors and loads of each module", async () => {
  const bad = aPartHealth({
    incidents: { failure: 3, fallback: 1, crash: 0, error: 0, policy: 0 },
    canaryVersion: "aaaa000011112222",
  });
  const gone = aPartHealth({ part: "mf-old", currentVersion: null, p75: { ...bad.p75, load: null } });
  renderAt("/dashboard/parts", AdminRoutes, {
    session: admin,
    answers: [...answers, stub(listPartHealth, { ...span, parts: [bad, gone] })],
  });
  const table = within(await screen.findByRole("table", { name: "Modules" }));
  const cellsOf = (name: string) =>
    within(table.getByRole("row", { name: new RegExp(name) }))
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(table.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
    "Module",
    "Version",
    "Status",
    "Load time (p75)",
    "Errors (24 h)",
    "Loads (24 h)",
    "Actions",
  ]);
  expect(cellsOf("mf-public")).toEqual([
    "3f9a01bc77aa10e2aaaa000011112222 Canary",
    "Live",
    "340 ms",
    "4",
    "10 ",
    "Details of mf-public",
  ]);
  expect(cellsOf("mf-old").slice(0, 4)).toEqual(["–", "No longer on the site", "–", "0"]);
});

it("opens the figures, chart and releases of a module", async () => {
  const page = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
  const details = await openDetails(page);
  expect(details.getByText("Largest paint (LCP)").nextSibling).toHaveTextContent("1.3 sGood");
  expect(details.getByText("Load time (p75)", { selector: "dl.da\\:grid dt" }).nextSibling).toHaveTextContent("340 ms");
  expect(details.getByText("Size").nextSibling).toHaveTextContent("38 kB");
  expect(details.getByText("Response to input (INP)").nextSibling).toHaveTextContent("–");
  expect(details.getByText("Failures").nextSibling).toHaveTextContent("0");
  const chart = details.getByRole("slider", { name: "Loads and problems of mf-public" });
  expect(chart.getAttribute("aria-valuetext")).toMatch(/^From .*: Loads 10, Problems 1$/);
  expect(details.getByText("up to 340 ms")).toBeVisible();
  await page.user.click(details.getByText("View as table"));
  const rows = within(details.getByRole("table", { name: "Loads, problems and load time of mf-public" }));
  expect(rows.getAllByRole("row").at(-1)).toHaveTextContent(/101340 ms$/);
  expect(details.getByRole("listitem")).toHaveTextContent(/release 3f9a01bc77aa10e2 by Nadia, “a better button”$/);
  await page.user.click(details.getByText("1 page"));
  expect(details.getByRole("table", { name: "Pages of mf-public" })).toHaveTextContent("/contest-details/:id");
  await page.user.click(details.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("button", { name: "Details of mf-public" })).toHaveFocus();
});

it("shows that a module has no measurements", async () => {
  const quiet = aPartHealth({
    steps: [{ at: span.since, loads: 0, troubles: 0, load: null }],
    pages: [],
    versions: [],
    changes: [],
  });
  const page = renderAt("/dashboard/parts", AdminRoutes, {
    session: admin,
    answers: [...answers, stub(listPartHealth, { ...span, parts: [quiet] })],
  });
  expect((await openDetails(page)).getByText("No data for this period.")).toBeVisible();
});

it("requests another period", async () => {
  const page = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
  await page.user.selectOptions(await screen.findByRole("combobox", { name: "Show" }), "Last 7 days");
  expect(await screen.findByRole("columnheader", { name: "Errors (7 days)" })).toBeVisible();
  expect(page.calls.filter(({ endpoint }) => endpoint === listPartHealth).at(-1)?.query).toEqual({ period: "7d" });
});

it("finds an incident by its id", async () => {
  const page = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
  await page.user.type(await screen.findByRole("searchbox", { name: "Incident number" }), "3f9a01bc{Enter}");
  expect(await screen.findByRole("heading", { name: "Incidents matching 3f9a01bc" })).toBeVisible();
  const row = within(await screen.findByRole("row", { name: /3f9a01bc/ }));
  expect(row.getByText("x is not a function")).toBeVisible();
  expect(row.getByText("/contest-details/:id")).toBeVisible();
  expect(row.getByText(/mf-public/)).toBeVisible();
});

it("shows that no incident has the id", async () => {
  renderAt("/dashboard/parts?q=zzzz", AdminRoutes, { session: admin, answers });
  expect(await screen.findByText("No incidents match this number")).toBeVisible();
});

it("shows errors with retry buttons", async () => {
  renderAt("/dashboard/parts", AdminRoutes, {
    session: admin,
    answers: [
      stubUnreachable(listPartHealth),
      stubError(listIncidents, 500, "failed", "Something went wrong on our side."),
    ],
  });
  expect(await screen.findByText("Something went wrong on our side.")).toBeVisible();
  expect(await screen.findAllByRole("button", { name: "Retry" })).toHaveLength(2);
});

describe("in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => provideLanguage("en", []));

  it("writes measurements with Bangla digits and units", async () => {
    const { user } = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
    const row = within(await screen.findByRole("row", { name: /mf-public.*৩৪০ মি.সে./ }));
    expect(row.getByText("3f9a01bc77aa10e2")).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "ত্রুটি (২৪ ঘণ্টা)" })).toBeVisible();
    await user.click(row.getByRole("button", { name: "mf-public-এর বিস্তারিত" }));
    const details = within(await screen.findByRole("dialog", { name: "mf-public" }));
    expect(details.getByText("মূল অংশ দেখা দেওয়ার সময় (LCP)").nextSibling).toHaveTextContent("১.৩ সে.ভালো");
    expect(details.getByRole("listitem")).toHaveTextContent(/রিলিজ 3f9a01bc77aa10e2, Nadia/);
  });
});
