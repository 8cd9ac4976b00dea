import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { AxiosError, type AxiosResponse } from "axios";
import { provideConfig } from "@conquest/shared/singletons/config";
import { http } from "@conquest/shared/singletons/http";
import { createQueryClient } from "@conquest/shared/singletons/query-client";
import { toast } from "@conquest/shared/singletons/toast";
import { aFile, aSiteConfig } from "@conquest/shared/testing/samples";
import { SaveFile } from "./save-file";

beforeEach(() => void provideConfig(aSiteConfig()));
afterEach(() => jest.restoreAllMocks());

const entries = jest.fn(() => "entries");
function Page() {
  useQuery({ queryKey: ["entries"], queryFn: entries });
  return (
    <SaveFile file={aFile()} className="cq-link" label="Save it">
      Save
    </SaveFile>
  );
}

it.each([
  [200, "leaves it to the browser", 0],
  [404, "reports the missing file and refetches", 1],
  [503, "leaves it to the browser", 0],
])("on a %i response it %s", async (status, _, errorCount) => {
  const error = jest.spyOn(toast, "error").mockReturnValue("");
  const sendRequest = jest.fn((config): Promise<AxiosResponse> => {
    const response = { status, statusText: "", data: "", headers: {}, config };
    return status === 200
      ? Promise.resolve(response)
      : Promise.reject(new AxiosError("", undefined, config, undefined, response));
  });
  http.defaults.adapter = sendRequest;
  entries.mockClear();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(entries).toHaveBeenCalledTimes(1));
  const link = screen.getByRole("link", { name: "Save it" });
  expect(link).toHaveAttribute("download");
  // The browser saves the file regardless of the HEAD request.
  const toBrowser = jest.fn((event: Event) => {
    expect(event.defaultPrevented).toBe(false);
    event.preventDefault();
  });
  window.addEventListener("click", toBrowser, { once: true });
  fireEvent.click(link);
  expect(toBrowser).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(sendRequest).toHaveBeenCalledTimes(1));
  expect(sendRequest.mock.calls[0]![0]).toMatchObject({ method: "head", url: link.getAttribute("href") });
  await waitFor(() => expect(entries).toHaveBeenCalledTimes(1 + errorCount));
  expect(error).toHaveBeenCalledTimes(errorCount);
});
