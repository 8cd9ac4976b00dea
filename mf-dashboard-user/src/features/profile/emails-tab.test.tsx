import { act, screen, within } from "@testing-library/react";
import {
  EMAIL_CATEGORIES,
  chooseEmailPreferences,
  listEmailPreferences,
  type EmailPreference,
} from "@conquest/shared/contracts/email-preferences";
import { renderAt } from "@conquest/shared/testing/render-at";
import { stub, stubError, stubPending, type Stub } from "@conquest/shared/testing/stubs";
import UserRoutes from "../../routes";

const open = (...answers: Stub[]) => renderAt("/dashboard/profile?tab=emails", UserRoutes, { session: {}, answers });

describe("emails", () => {
  const kinds: EmailPreference[] = [
    { topic: "account", title: "Your account", text: "Always sent.", isWanted: true, isAlways: true },
    { topic: "money", title: "Money", text: "What you paid.", isWanted: true, isAlways: false },
  ];

  it("are switched by category and saved at once, except account emails", async () => {
    const page = open(
      stub(listEmailPreferences, { isOn: true, choices: kinds }),
      stub(chooseEmailPreferences, ({ body }) => body),
    );
    const money = await screen.findByRole("switch", { name: "Money" });
    expect(money).toBeChecked();
    expect(screen.getByRole("switch", { name: "Your account" })).toBeDisabled();
    await page.user.click(money);
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(money).not.toBeChecked();
    expect(page.calls.find(({ endpoint }) => endpoint === chooseEmailPreferences)?.body).toEqual({
      topic: "money",
      isWanted: false,
    });
  });

  it("revert to the stored value if saving fails, with a retry", async () => {
    let isDown = true;
    const save = {
      endpoint: chooseEmailPreferences,
      answer: () =>
        isDown
          ? { status: 500, data: { error: { code: "failed", message: "Something went wrong here." } } }
          : { status: 200, data: { topic: "money", isWanted: false } },
    };
    const page = open(stub(listEmailPreferences, { isOn: true, choices: kinds }), save);
    await page.user.click(await screen.findByRole("switch", { name: "Money" }));
    expect(await screen.findByText("Something went wrong here.")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Money" })).toBeChecked();
    isDown = false;
    act(() => screen.getByRole("button", { name: "Try again" }).focus());
    await page.user.keyboard("{Enter}");
    expect(await screen.findByText("Saved")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Money" })).not.toBeChecked();
    expect(screen.getByRole("switch", { name: "Money" })).toHaveFocus();
  });

  it("show a warning if the site sends no emails", async () => {
    open(stub(listEmailPreferences, { isOn: false, choices: kinds }));
    expect(await screen.findByText("Email is off on this site")).toBeVisible();
  });

  it("show a skeleton while loading", async () => {
    open(stubPending(listEmailPreferences));
    const section = await screen.findByRole("region", { name: "Emails" });
    expect(within(section).getByText("Loading your email settings")).toBeInTheDocument();
    expect(section.querySelectorAll(".cq-bone")).toHaveLength(EMAIL_CATEGORIES.length);
  });

  it("offer a retry if they cannot be loaded", async () => {
    open(stubError(listEmailPreferences, 500, "failed", "Something went wrong here."));
    const section = await screen.findByRole("region", { name: "Emails" });
    expect(await within(section).findByRole("button", { name: "Retry" })).toBeVisible();
  });
});
