import { fireEvent, render, screen } from "@testing-library/react";
import { toast } from "@conquest/shared/singletons/toast";
import { DownloadLink } from "./download-link";

afterEach(() => jest.restoreAllMocks());

it.each([
  [true, "is left to the browser", 0],
  [false, "shows an error", 1],
])("with a connection (%s) it %s", (isOnline, _, errorCount) => {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  const error = jest.spyOn(toast, "error").mockReturnValue("");
  render(
    <DownloadLink href="#file" name="file.ics" variant="secondary">
      Save it
    </DownloadLink>,
  );
  const link = screen.getByRole("link", { name: "Save it" });
  expect(link).toHaveAttribute("download", "file.ics");
  expect(fireEvent.click(link)).toBe(isOnline);
  expect(error).toHaveBeenCalledTimes(errorCount);
});
