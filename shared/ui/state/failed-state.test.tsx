import { render, screen } from "@testing-library/react";
import { ApiError } from "@conquest/shared/singletons/http";
import { FailedState } from "./failed-state";

it("offers another try of what failed", () => {
  render(
    <FailedState error={new ApiError("failed", "Something went wrong on our side.", 500)} onRetry={() => undefined} />,
  );
  expect(screen.getByText("Something went wrong on our side.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it.each([
  [404, "not_found"],
  [409, "takes_part"],
])("offers none where it would be answered the same: %i", (status, code) => {
  render(
    <FailedState error={new ApiError(code, "You take part in this contest.", status)} onRetry={() => undefined} />,
  );
  expect(screen.getByText("Nothing to show here")).toBeVisible();
  expect(screen.getByText("You take part in this contest.")).toBeVisible();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it.each([
  [404, "not_understood"],
  [422, "bad_input"],
  [429, "too_many"],
  [0, "unreachable"],
])("offers one where something on the way may have answered, or nothing: %i", (status, code) => {
  render(<FailedState error={new ApiError(code, "Please try again.", status)} onRetry={() => undefined} />);
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("says which part of an address cannot be accepted", () => {
  const fields = { q: "Please search with at most 100 characters" };
  render(
    <FailedState
      error={new ApiError("bad_input", "Please check the marked fields.", 422, fields)}
      onRetry={() => undefined}
    />,
  );
  expect(screen.getByText(fields.q)).toBeVisible();
});

describe("on a page whose heading would have come with what failed", () => {
  const failed = <FailedState error={null} onRetry={() => undefined} />;
  const heading = () => screen.getByRole("heading", { level: 1 });

  beforeEach(() => (document.title = "Contest | Conquest"));

  it("is the heading, says which page it is, and can have the focus", () => {
    render(failed);
    expect(heading()).toHaveAccessibleName("Contest: This could not be loaded");
    heading().focus();
    expect(heading()).toHaveFocus();
  });

  it("is it once, however much failed", () => {
    render(
      <>
        {failed}
        {failed}
      </>,
    );
    expect(screen.getAllByText("This could not be loaded")).toHaveLength(2);
    expect(heading()).toBeVisible();
  });

  it("is none where the page has one", () => {
    render(
      <>
        <h1>Notices</h1>
        {failed}
      </>,
    );
    expect(heading()).toHaveAccessibleName("Notices");
  });

  it("is none in what stands beside the page or over it", () => {
    render(
      <>
        <header>{failed}</header>
        <div role="dialog">{failed}</div>
      </>,
    );
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("is the page's where something beside it failed as well", () => {
    render(
      <>
        <header>{failed}</header>
        <main>{failed}</main>
      </>,
    );
    expect(screen.getByRole("main")).toContainElement(heading());
  });
});
