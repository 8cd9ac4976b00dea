import { act, fireEvent, screen } from "@testing-library/react";
import { renderAt } from "@conquest/shared/testing/render-at";
import { FilterBar } from "./filter-bar";

const TAGS = { name: "tag", label: "Tag", options: [{ value: "", label: "Every tag" }, { value: "Book Review", label: "Book Review" }] };
const Place = () => <FilterBar searchLabel="Search contests" choices={[TAGS]} />;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it("keeps a choice that is made while a typed search still waits", () => {
  const page = renderAt("/all_contests", Place);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "river" } });
  fireEvent.change(screen.getByLabelText("Tag"), { target: { value: "Book Review" } });
  act(() => jest.advanceTimersByTime(1000));
  expect(page.address()).toBe("/all_contests?tag=Book+Review&q=river");
});

it("keeps a search that is sent at the moment a choice is made", () => {
  const page = renderAt("/all_contests", Place);
  fireEvent.change(screen.getByLabelText("Search contests"), { target: { value: "river" } });
  act(() => {
    fireEvent.change(screen.getByLabelText("Tag"), { target: { value: "Book Review" } });
    jest.advanceTimersByTime(1000);
  });
  expect(page.address()).toBe("/all_contests?tag=Book+Review&q=river");
});
