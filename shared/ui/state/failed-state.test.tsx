import { render, screen } from "@testing-library/react";
import { ApiError } from "@conquest/shared/singletons/http";
import { FailedState } from "./failed-state";

it("offers a retry", () => {
  render(
    <FailedState error={new ApiError("failed", "Something went wrong on our side.", 500)} onRetry={() => undefined} />,
  );
  expect(screen.getByText("Something went wrong on our side.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it.each([
  [404, "not_found"],
  [409, "takes_part"],
])("offers no retry if it would fail again: %i", (status, code) => {
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
])("offers a retry if a proxy may have responded, or nothing: %i", (status, code) => {
  render(<FailedState error={new ApiError(code, "Try again.", status)} onRetry={() => undefined} />);
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("shows which part of a URL is invalid", () => {
  const fields = { q: "Search with at most 100 characters" };
  render(
    <FailedState
      error={new ApiError("bad_input", "Please check the marked fields.", 422, fields)}
      onRetry={() => undefined}
    />,
  );
  expect(screen.getByText(fields.q)).toBeVisible();
});

describe("on a page whose heading failed to load", () => {
  const failed = <FailedState error={null} onRetry={() => undefined} />;
  const heading = () => screen.getByRole("heading", { level: 1 });

  beforeEach(() => (document.title = "Contest | Conquest"));

  it("is the heading, names the page, and is focusable", () => {
    render(failed);
    expect(heading()).toHaveAccessibleName("Contest: Couldn't load this");
    heading().focus();
    expect(heading()).toHaveFocus();
  });

  it("is the only heading, even if several parts failed", () => {
    render(
      <>
        {failed}
        {failed}
      </>,
    );
    expect(screen.getAllByText("Couldn't load this")).toHaveLength(2);
    expect(heading()).toBeVisible();
  });

  it("is no heading if the page has one", () => {
    render(
      <>
        <h1>Notices</h1>
        {failed}
      </>,
    );
    expect(heading()).toHaveAccessibleName("Notices");
  });

  it("is no heading outside the main content", () => {
    render(
      <>
        <header>{failed}</header>
        <div role="dialog">{failed}</div>
      </>,
    );
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("is the heading even if something outside the main content failed", () => {
    render(
      <>
        <header>{failed}</header>
        <main>{failed}</main>
      </>,
    );
    expect(screen.getByRole("main")).toContainElement(heading());
  });
});
