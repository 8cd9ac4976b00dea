import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense, use } from "react";
import { useSearchParams } from "react-router-dom";
import { renderAt } from "@conquest/shared/testing/render-at";
import { FilterBar, useFilters } from "./filter-bar";

const TAGS = {
  name: "tag",
  label: "Tag",
  options: [
    { value: "", label: "Every tag" },
    { value: "Book Review", label: "Book Review" },
  ],
};
const WithoutChips = () => <FilterBar searchLabel="Search contests" choices={[TAGS]} />;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it("keeps a choice made while a typed search is pending", () => {
  const page = renderAt("/all_contests", WithoutChips);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "river" } });
  fireEvent.change(screen.getByLabelText("Tag"), { target: { value: "Book Review" } });
  act(() => jest.advanceTimersByTime(1000));
  expect(page.address()).toBe("/all_contests?tag=Book+Review&q=river");
});

it("keeps a search sent at the same time as a choice", () => {
  const page = renderAt("/all_contests", WithoutChips);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "river" } });
  act(() => {
    fireEvent.change(screen.getByLabelText("Tag"), { target: { value: "Book Review" } });
    jest.advanceTimersByTime(1000);
  });
  expect(page.address()).toBe("/all_contests?tag=Book+Review&q=river");
});

it("shows a choice at once, even if the page renders slowly", () => {
  const never = new Promise<void>(() => undefined);
  const SlowList = () => {
    const [address] = useSearchParams();
    if (address.has("tag")) use(never);
    return <p>Every contest</p>;
  };
  renderAt("/all_contests", () => (
    <>
      <WithoutChips />
      <Suspense>
        <SlowList />
      </Suspense>
    </>
  ));
  fireEvent.change(screen.getByLabelText("Tag"), { target: { value: "Book Review" } });
  expect(screen.getByText("Every contest")).toBeVisible();
  expect(screen.getByLabelText("Tag")).toHaveValue("Book Review");
});

it("keeps text typed before the last search is rendered, and follows URL changes", () => {
  const page = renderAt("/all_contests", WithoutChips);
  const box = screen.getByLabelText("Search contests");
  fireEvent.change(box, { target: { value: "riv" } });
  act(() => {
    jest.advanceTimersByTime(300);
    fireEvent.change(box, { target: { value: "river" } });
  });
  expect(page.address()).toBe("/all_contests?q=riv");
  expect(box).toHaveValue("river");
  act(() => jest.advanceTimersByTime(300));
  expect(page.address()).toBe("/all_contests?q=river");
  act(() => void page.go("/all_contests?q=boat"));
  expect(box).toHaveValue("boat");
});

it("undoes a search that is not rendered yet", async () => {
  let come: () => void = () => undefined;
  const drawn = new Promise<void>((resolve) => (come = resolve));
  const SlowList = () => {
    if (useSearchParams()[0].has("q")) use(drawn);
    return null;
  };
  const page = renderAt("/all_contests", () => (
    <>
      <WithoutChips />
      <Suspense>
        <SlowList />
      </Suspense>
    </>
  ));
  const box = screen.getByLabelText("Search contests");
  fireEvent.change(box, { target: { value: "river" } });
  await act(async () => jest.advanceTimersByTime(300));
  await act(async () => void fireEvent.change(box, { target: { value: "" } }));
  await act(async () => jest.advanceTimersByTime(300));
  await act(async () => come());
  expect(box).toHaveValue("");
  expect(page.address()).toBe("/all_contests");
});

const SORT = { name: "sort", label: "Newest" };
const WithChips = () => <FilterBar searchLabel="Search contests" choices={[TAGS]} active={[SORT]} />;

it("removes a filter at the same time as sending a search", () => {
  const page = renderAt("/all_contests?tag=Book+Review&sort=newest", WithChips);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "re" } });
  act(() => {
    jest.advanceTimersByTime(1000);
    fireEvent.click(screen.getByRole("button", { name: "Remove filter Newest" }));
  });
  expect(page.address()).toBe("/all_contests?tag=Book+Review&q=re");
});

it("clears typed text that was not sent yet", () => {
  const page = renderAt("/all_contests?tag=Book+Review", WithChips);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "abc" } });
  fireEvent.click(screen.getByText("Clear all"));
  act(() => jest.advanceTimersByTime(1000));
  expect(page.address()).toBe("/all_contests");
  expect(screen.getByLabelText("Search contests")).toHaveValue("");
});

it("moves the focus to the next chip, then to the page's heading", () => {
  const Page = () => {
    const { values } = useFilters("tag", "sort");
    const active = Object.entries(values).flatMap(([name, value]) => (value ? [{ name, label: value }] : []));
    return (
      <>
        <h1 id="page-heading" tabIndex={-1}>
          Contests
        </h1>
        <FilterBar searchLabel="Search contests" choices={[TAGS]} active={active} />
      </>
    );
  };
  renderAt("/all_contests?tag=Book+Review&sort=newest", Page);
  const press = (name: string) => {
    screen.getByRole("button", { name }).focus();
    fireEvent.click(screen.getByRole("button", { name }));
  };
  press("Remove filter Book Review");
  expect(screen.getByRole("button", { name: "Remove filter newest" })).toHaveFocus();
  press("Remove filter newest");
  expect(screen.getByRole("heading")).toHaveFocus();
});

it("rejects a search of more than 100 characters without truncating it", () => {
  const page = renderAt("/all_contests", WithoutChips);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "a".repeat(101) } });
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByText("Search with at most 100 characters")).toBeVisible();
  expect(screen.getByLabelText("Search contests")).toHaveValue("a".repeat(101));
  expect(page.address()).toBe("/all_contests");
});

const choice = (name: string) => ({
  name,
  label: name,
  options: [
    { value: "", label: "Any" },
    { value: "one", label: "One" },
  ],
});
const WithSheet = () => (
  <FilterBar searchLabel="Search contests" choices={["Tag", "State", "Cost"].map(choice)} found="38 contests" />
);

it("has a bottom sheet for many filters, which apply immediately", async () => {
  jest.useRealTimers();
  const page = renderAt("/all_contests?Tag=one", WithSheet);
  await page.user.click(screen.getByRole("button", { name: "Filters 1 chosen" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
  expect(sheet.getByLabelText("Tag")).toHaveValue("one");
  await page.user.selectOptions(sheet.getByLabelText("Cost"), "One");
  expect(page.address()).toBe("/all_contests?Tag=one&Cost=one");
  await page.user.click(sheet.getByRole("button", { name: "Clear all" }));
  expect(page.address()).toBe("/all_contests");
  await page.user.click(sheet.getByRole("button", { name: "Show 38 contests" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Filters" })).toHaveFocus();
});

it("has no bottom sheet for up to two filters", () => {
  renderAt("/all_contests", WithoutChips);
  expect(screen.queryByRole("button", { name: "Filters" })).not.toBeInTheDocument();
});
