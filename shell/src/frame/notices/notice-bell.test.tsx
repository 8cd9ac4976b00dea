import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { QueryClientProvider } from "@tanstack/react-query";
import { MemoryRouter } from "react-router-dom";
import { countUnreadNotices, listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { provideConfig } from "@conquest/shared/singletons/config";
import { aNotice, aSiteConfig, sampleId } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import NoticeBell from "./notice-bell";

function renderBell(unread: number | undefined, ...stubs: Stub[]) {
  provideConfig(aSiteConfig());
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
  if (unread !== undefined) queryClient.setQueryData([countUnreadNotices.path], { unread });
  const calls = installStubs(stubs);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NoticeBell />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { calls, user: userEvent.setup(), bell: screen.getByRole("button", { name: /^Notifications,/ }) };
}

it.each([
  [undefined, "Notifications, none unread", ""],
  [0, "Notifications, none unread", ""],
  [3, "Notifications, 3 unread", "3"],
  [99, "Notifications, 99 unread", "99"],
  [100, "Notifications, 99+ unread", "99+"],
])("shows the unread count %s without a request", (unread, label, shown) => {
  const { calls, bell } = renderBell(unread);
  expect(bell).toHaveAccessibleName(label);
  expect(bell).toHaveTextContent(shown);
  expect(calls).toEqual([]);
});

it("refetches the count after an action and when the page becomes visible", async () => {
  let unread = 4;
  const { calls, bell } = renderBell(
    3,
    stub(countUnreadNotices, () => ({ unread })),
  );
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(bell).toHaveTextContent("4"));
  unread = 5;
  queryClient.setQueryData([countUnreadNotices.path], { unread: 4 }, { updatedAt: Date.now() - 60_000 });
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await waitFor(() => expect(bell).toHaveTextContent("5"));
  expect(calls).toHaveLength(2);
});

it("shows the newest notices and marks an opened one as read", async () => {
  let notices = [
    aNotice({ _id: sampleId(1), text: "First" }),
    aNotice({ _id: sampleId(2), text: "Old", isRead: true }),
  ];
  const { calls, user, bell } = renderBell(
    1,
    stub(listNotices, () => notices),
    stub(countUnreadNotices, () => ({ unread: notices.filter(({ isRead }) => !isRead).length })),
    stub(markNoticesRead, () => {
      notices = notices.map((notice) => ({ ...notice, isRead: true }));
      return { modifiedCount: 1 };
    }),
  );
  await user.click(bell);
  expect(await screen.findByRole("region", { name: "Latest notifications" })).toBeVisible();
  await user.click(await screen.findByRole("link", { name: /Unread: First/ }));
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
  await waitFor(() => expect(bell).toHaveAccessibleName("Notifications, none unread"));
  expect(calls.find(({ endpoint }) => endpoint === markNoticesRead)?.body).toEqual({ ids: [sampleId(1)] });
});

it("says the language of a notification in another", async () => {
  const { user, bell } = renderBell(0, stub(listNotices, [aNotice({ text: "“River posters” শুরু হয়েছে।" })]));
  await user.click(bell);
  expect(await screen.findByText("“River posters” শুরু হয়েছে।")).toHaveAttribute("lang", "bn");
});

it("marks all as read and keeps the panel open and focused", async () => {
  let isRead = false;
  const { user, bell } = renderBell(
    1,
    stub(listNotices, () => [aNotice({ isRead })]),
    stub(countUnreadNotices, () => ({ unread: isRead ? 0 : 1 })),
    stub(markNoticesRead, ({ body }) => {
      isRead = body.until === aNotice().at;
      return { modifiedCount: 1 };
    }),
  );
  await user.click(bell);
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(bell).toHaveAccessibleName("Notifications, none unread"));
  expect(screen.queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Notifications" })).toHaveFocus();
  fireEvent.keyDown(document.body, { key: "Escape", isComposing: true });
  expect(screen.getByRole("region")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("region")).not.toBeInTheDocument();
  expect(bell).toHaveFocus();
});

it("offers a retry after an error and shows an empty state", async () => {
  let isAvailable = false;
  const { user, bell } = renderBell(0, {
    endpoint: listNotices,
    answer: () =>
      isAvailable
        ? { status: 200, data: [] }
        : stubError(listNotices, 500, "failed", "Something went wrong here.").answer({} as never),
  });
  await user.click(bell);
  const retry = await screen.findByRole("button", { name: "Retry" });
  isAvailable = true;
  await user.click(retry);
  expect(await screen.findByText(/No notifications yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "All notifications" })).toHaveAttribute("href", "/dashboard");
});
