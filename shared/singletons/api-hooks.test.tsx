import { act, render, screen, waitFor } from "@testing-library/react";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { query, useCall } from "@conquest/shared/singletons/api-hooks";
import { provideConfig } from "@conquest/shared/singletons/config";
import { createQueryClient, queryClient } from "@conquest/shared/singletons/query-client";
import { renderAt } from "@conquest/shared/testing/render-at";
import { aContestDetails, aSiteConfig, sampleId } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub, stubUnreachable, type Stub } from "@conquest/shared/testing/stubs";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";

const id = sampleId(1);
const details = query(getContestDetails, { params: { id } });

function ContestPage() {
  const { data } = useQuery(details);
  const leave = useCall(leaveContest);
  const [isAsked, setIsAsked] = useState(false);
  const send = () => leave.mutate({ body: { contestId: id, email: "mina@example.com", withdrawsEntry: false } });
  return (
    <>
      <h1>{data?.name}</h1>
      <p>{leave.error?.message}</p>
      <input aria-label="Words" />
      <button onClick={send}>Leave</button>
      <button onClick={() => setIsAsked(true)}>Ask</button>
      {isAsked && (
        <ConfirmDialog onClose={() => setIsAsked(false)} onConfirm={send} title="Leave?" confirmLabel="Leave">
          {leave.error?.message}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Each response is named by its number. */
async function open(...answers: Stub[]) {
  let requestCount = 0;
  const page = renderAt("/", ContestPage, {
    answers: [stub(getContestDetails, () => aContestDetails({ name: `Answer ${++requestCount}` })), ...answers],
  });
  await screen.findByText("Answer 1");
  return { ...page, countRequests: () => requestCount };
}

describe("data on the screen", () => {
  it.each([409, 404])("is refetched when a call is rejected because it is stale: %i", async (status) => {
    const { user, countRequests } = await open(stubError(leaveContest, status, "not_so", "It is otherwise."));
    await user.type(screen.getByLabelText("Words"), "Typed");
    await user.click(screen.getByRole("button", { name: "Leave" }));
    expect(await screen.findByText("Answer 2")).toBeVisible();
    expect(screen.getByText("It is otherwise.")).toBeVisible();
    expect(screen.getByLabelText("Words")).toHaveValue("Typed");
    expect(countRequests()).toBe(2);
  });

  it.each([
    ["is invalid", stubError(leaveContest, 422, "invalid", "It did not work.")],
    ["is rate limited", stubError(leaveContest, 429, "too_many", "It did not work.")],
    ["gets no response", stubUnreachable(leaveContest)],
  ])("is not refetched when a call %s", async (_, answer) => {
    const { user, countRequests } = await open(answer);
    await user.click(screen.getByRole("button", { name: "Leave" }));
    await screen.findByText(/It did not work|couldn't reach/);
    expect(queryClient.isFetching()).toBe(0);
    expect(countRequests()).toBe(1);
  });

  it("is refetched once, after the dialog with the error closes", async () => {
    const { user, countRequests } = await open(stubError(leaveContest, 409, "not_so", "It is otherwise."));
    await user.click(screen.getByRole("button", { name: "Ask" }));
    for (let times = 0; times < 2; times++) {
      await user.click(screen.getByRole("button", { name: "Leave" }));
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    }
    expect(screen.getByRole("alertdialog")).toHaveTextContent("It is otherwise.");
    expect(countRequests()).toBe(1);
    await user.click(screen.getByRole("button", { name: "Go back" }));
    expect(await screen.findByText("Answer 2")).toBeVisible();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(countRequests()).toBe(2);
  });

  it("is refetched on return to the page, unless it is fresh", async () => {
    provideConfig(aSiteConfig());
    const calls = installStubs([stub(getContestDetails, () => aContestDetails({ name: `Answer ${calls.length}` }))]);
    const cache = createQueryClient();
    render(<ContestPage />, {
      wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
    });
    await screen.findByText("Answer 1");
    const comeBack = () => act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    comeBack();
    expect(cache.isFetching()).toBe(0);
    act(() => void cache.setQueryData(details.queryKey, (now) => now, { updatedAt: Date.now() - 60_000 }));
    comeBack();
    expect(await screen.findByText("Answer 2")).toBeVisible();
  });
});
