import { render, screen } from "@testing-library/react";
import { ApiError } from "@conquest/shared/singletons/http";
import { FailedState } from "./failed-state";

it("offers another try of what failed", () => {
  render(<FailedState error={new ApiError("failed", "Something went wrong on our side.", 500)} onRetry={() => undefined} />);
  expect(screen.getByText("Something went wrong on our side.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("says which part of an address cannot be accepted", () => {
  const fields = { q: "Please search with at most 100 characters" };
  render(<FailedState error={new ApiError("bad_input", "Please check the marked fields.", 422, fields)} onRetry={() => undefined} />);
  expect(screen.getByText(fields.q)).toBeVisible();
});
