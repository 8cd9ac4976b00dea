import { act, screen, waitFor, within } from "@testing-library/react";
import {
  getCalendarAddress,
  renewCalendarAddress,
  revokeCalendarAddress,
} from "@conquest/shared/contracts/calendar-address";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { inBangla } from "@conquest/shared/testing/in-bangla";
import { renderAt } from "@conquest/shared/testing/render-at";
import { stub, stubError, type Stub } from "@conquest/shared/testing/stubs";
import messages from "../../../messages/profile.bn.json";
import UserRoutes from "../../routes";

beforeAll(() => import("./account/account-settings"));

const AT = "2026-03-01T00:00:00.000Z";
const LATER = "2026-03-02T00:00:00.000Z";
const addressOf = (times: number) => `https://conquest.example/api/calendars/${String(times).repeat(32)}.ics`;

/** Renders the tab over a server that counts how often the address was renewed. */
function open(isCreated: boolean, ...answers: Stub[]) {
  let createdAt: string | null = isCreated ? AT : null;
  let times = 0;
  return renderAt("/dashboard/profile?tab=calendar", UserRoutes, {
    session: {},
    answers: [
      stub(getCalendarAddress, () => ({ createdAt })),
      stub(renewCalendarAddress, () => {
        times += 1;
        return { createdAt: (createdAt = AT), address: addressOf(times) };
      }),
      stub(revokeCalendarAddress, () => {
        createdAt = null;
        return { revokedCount: 1 };
      }),
      ...answers,
    ],
  });
}
const button = (name: string) => screen.findByRole("button", { name });
const confirm = async (title: string, label: string) =>
  within(await screen.findByRole("alertdialog", { name: title })).getByRole("button", { name: label });

it("shows a created address once, to copy", async () => {
  const { user, unmount } = open(false);
  await user.click(await button("Create calendar address"));
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  expect(screen.getByText(/Subscribe to it in Google Calendar/)).toBeVisible();
  expect(document.querySelector("a[href^=webcal]")).toBeNull();
  await user.click(await button("Copy address"));
  expect(await screen.findByText("Copied")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(addressOf(1));
  unmount();
  open(true);
  expect(await screen.findByText(/You created your address/)).toBeVisible();
  expect(screen.queryByText(/calendars\//)).toBeNull();
});

it("renews the address after confirmation", async () => {
  const { user, calls } = open(true);
  await user.click(await button("Renew address"));
  const renew = await confirm("Renew your calendar address?", "Renew address");
  expect(calls.some(({ endpoint }) => endpoint === renewCalendarAddress)).toBe(false);
  await user.click(renew);
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  expect(await screen.findByText("Address renewed")).toBeVisible();
});

it("revokes the address after confirmation", async () => {
  const { user } = open(true);
  await user.click(await button("Revoke address"));
  await user.click(await confirm("Revoke your calendar address?", "Revoke address"));
  expect(await button("Create calendar address")).toBeVisible();
  expect(await screen.findByText("Address revoked")).toBeVisible();
});

it("says why an address could not be created or revoked", async () => {
  const first = open(false, stubError(renewCalendarAddress, 429, "too_many", "Too many requests."));
  await first.user.click(await button("Create calendar address"));
  expect(await screen.findByText("Too many requests.")).toBeVisible();
  first.unmount();
  const { user } = open(true, stubError(revokeCalendarAddress, 503, "away", "Try again in a moment."));
  await user.click(await button("Revoke address"));
  await user.click(await confirm("Revoke your calendar address?", "Revoke address"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Try again in a moment.");
});

const heading = () => screen.findByRole("heading", { name: "Calendar" });

it("moves the focus to its heading when the focused button is gone", async () => {
  const { user } = open(false);
  (await button("Create calendar address")).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByText(addressOf(1))).toBeVisible();
  await waitFor(async () => expect(await heading()).toHaveFocus());
  (await button("Revoke address")).focus();
  await user.keyboard("{Enter}");
  (await confirm("Revoke your calendar address?", "Revoke address")).focus();
  await user.keyboard("{Enter}");
  await button("Create calendar address");
  await waitFor(async () => expect(await heading()).toHaveFocus());
});

describe("with two tabs", () => {
  /** Another tab creates the address after this one was loaded. */
  function openBefore(createdAt: string | null) {
    let current = createdAt;
    const rendered = open(
      createdAt !== null,
      stub(getCalendarAddress, () => ({ createdAt: current })),
      {
        endpoint: renewCalendarAddress,
        answer: (call) => {
          const { replaces } = call.body as { replaces: string | null };
          if (replaces !== current)
            return stubError(renewCalendarAddress, 409, "changed_elsewhere", "Changed in another tab.").answer(call);
          current = LATER;
          return stub(renewCalendarAddress, { createdAt: LATER, address: addressOf(1) }).answer(call);
        },
      },
    );
    return { ...rendered, changeElsewhere: (to: string | null) => (current = to) };
  }

  it("does not replace an address created in the other, and shows it", async () => {
    const { user, changeElsewhere } = openBefore(null);
    const create = await button("Create calendar address");
    changeElsewhere(AT);
    await user.click(create);
    expect(await screen.findByText("Changed in another tab.")).toBeVisible();
    expect(await screen.findByText(/You created your address/)).toBeVisible();
    await waitFor(async () => expect(await heading()).toHaveFocus());
    await user.click(await button("Renew address"));
    await user.click(await confirm("Renew your calendar address?", "Renew address"));
    expect(await screen.findByText(addressOf(1))).toBeVisible();
  });

  it.each([
    ["renewed", AT, /You created your address/],
    ["revoked", null, "Create calendar address"],
  ])("hides an address that was %s in the other", async (_, createdAt, text) => {
    const { user, changeElsewhere } = openBefore(null);
    await user.click(await button("Create calendar address"));
    expect(await screen.findByText(addressOf(1))).toBeVisible();
    changeElsewhere(createdAt);
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByText(addressOf(1))).toBeNull();
  });
});

describe("in Bangla", () => {
  inBangla(messages);

  it("gives an address of a calendar in Bangla", async () => {
    const { user } = open(false);
    await user.click(await button("ক্যালেন্ডারের ঠিকানা তৈরি করুন"));
    expect(await screen.findByText(`${addressOf(1)}?language=bn`)).toBeVisible();
  });
});
