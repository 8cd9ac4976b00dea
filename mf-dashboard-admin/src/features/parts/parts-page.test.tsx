import { screen, within } from "@testing-library/react";
import { listIncidents, listPartHealth } from "@conquest/shared/contracts/telemetry";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aPartHealth, anIncident } from "@conquest/shared/testing/samples";
import { stubError, stub, stubUnreachable } from "@conquest/shared/testing/stubs";
import AdminRoutes from "../../routes";

const admin = { role: "admin" } as const;
const span = { since: "2026-03-01T00:00:00.000Z", until: "2026-03-02T00:00:00.000Z" };
const answers = [
  stub(listPartHealth, { ...span, parts: [aPartHealth()] }),
  stub(listIncidents, ({ query }) => (query.id && query.id !== "3f9a01bc" ? [] : [anIncident()])),
];

it("shows the figures and releases of a part", async () => {
  const page = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
  const card = within(await screen.findByRole("article", { name: "mf-public" }));
  expect(card.getByText("Live")).toBeVisible();
  expect(card.getByText("Largest paint (LCP)").nextSibling).toHaveTextContent("1.3 sGood");
  expect(card.getByText("Load time").nextSibling).toHaveTextContent("340 ms");
  expect(card.getByText("Weight").nextSibling).toHaveTextContent("38 kB");
  expect(card.getByText("Answer to input (INP)").nextSibling).toHaveTextContent("–");
  expect(card.getByRole("img", { name: /^Loads .* at most 11 at a time/ })).toBeVisible();
  expect(card.getByRole("listitem")).toHaveTextContent(/release 3f9a01bc77aa10e2 by Nadia, “a better button”$/);
  await page.user.click(card.getByText("1 page"));
  expect(card.getByRole("table", { name: "Pages of mf-public" })).toHaveTextContent("/contest-details/:id");
});

it("shows failures and the canary of a part", async () => {
  const bad = aPartHealth({
    incidents: { failure: 3, fallback: 1, crash: 0, error: 0, policy: 0 },
    canaryVersion: "aaaa000011112222",
  });
  renderAt("/dashboard/parts", AdminRoutes, {
    session: admin,
    answers: [...answers, stub(listPartHealth, { ...span, parts: [bad] })],
  });
  const card = within(await screen.findByRole("article", { name: "mf-public" }));
  expect(card.getByText("Failures").nextSibling).toHaveTextContent("3");
  expect(card.getByText("Canary")).toBeVisible();
});

it("shows that a part has no measurements", async () => {
  const quiet = aPartHealth({
    steps: [{ at: span.since, loads: 0, troubles: 0, load: null }],
    currentVersion: null,
    pages: [],
    versions: [],
    changes: [],
  });
  renderAt("/dashboard/parts", AdminRoutes, {
    session: admin,
    answers: [...answers, stub(listPartHealth, { ...span, parts: [quiet] })],
  });
  expect(await screen.findByText("No browser has told of it in this time.")).toBeVisible();
  expect(screen.getByText("Not on the site any more")).toBeVisible();
});

it("requests another period", async () => {
  const page = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
  await page.user.selectOptions(await screen.findByRole("combobox", { name: "Show" }), "Last 7 days");
  expect(await screen.findByRole("article", { name: "mf-public" })).toBeVisible();
  expect(page.calls.filter(({ endpoint }) => endpoint === listPartHealth).at(-1)?.query).toEqual({ period: "7d" });
});

it("finds an incident by its id", async () => {
  const page = renderAt("/dashboard/parts", AdminRoutes, { session: admin, answers });
  await page.user.type(
    await screen.findByRole("searchbox", { name: "Find an incident by its number" }),
    "3f9a01bc{Enter}",
  );
  expect(await screen.findByRole("heading", { name: "Incidents with the number 3f9a01bc" })).toBeVisible();
  const row = within(await screen.findByRole("row", { name: /3f9a01bc/ }));
  expect(row.getByText("x is not a function")).toBeVisible();
  expect(row.getByText("/contest-details/:id")).toBeVisible();
  expect(row.getByText(/mf-public/)).toBeVisible();
});

it("shows that no incident has the id", async () => {
  renderAt("/dashboard/parts?q=zzzz", AdminRoutes, { session: admin, answers });
  expect(await screen.findByText("No incident has this number")).toBeVisible();
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
