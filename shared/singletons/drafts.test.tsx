import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { draftBasis, clearAllDrafts, useFormDraft } from "./drafts";
import { useSession } from "./session-store";
import { aUser, sampleId } from "../testing/samples";

const [ann, bob] = [aUser({ _id: sampleId(1), name: "Ann" }), aUser({ _id: sampleId(2), name: "Bob" })];
type Identity = typeof ann | "visitor" | "loading";

const become = (who: Identity) =>
  act(() =>
    useSession.setState(
      typeof who === "string"
        ? { phase: who === "visitor" ? "signed-out" : "loading", account: null }
        : { phase: "signed-in", account: who },
    ),
  );

function Entry() {
  const form = useForm({ defaultValues: { text: "", link: "" } });
  const draft = useFormDraft("entry:7", form, [], () => "a-revision");
  return (
    <>
      <input aria-label="Text" {...form.register("text")} />
      <input aria-label="Link" {...form.register("link")} />
      <button onClick={draft.forget}>Sent</button>
    </>
  );
}

/** Opens the page, as after a reload or for the next user. */
function open() {
  const page = render(<Entry />);
  return { text: screen.getByLabelText("Text"), link: screen.getByLabelText("Link"), close: page.unmount };
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

function typeAs(who: Identity, text: string) {
  become(who);
  const page = open();
  type(page.text, text);
  page.close();
}

/** Simulates a storage change by another tab. */
function changeInOtherTab(change: () => void) {
  const stored = { ...sessionStorage };
  change();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value as string);
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  become("loading");
});

it("shows a draft to the account that typed it and to no other", () => {
  typeAs(ann, "By Ann");
  expect(Object.keys(sessionStorage).every((key) => key.includes(ann._id))).toBe(true);
  become("visitor");
  expect(draftBasis("entry:7")).toBeUndefined();
  become(bob);
  const page = open();
  expect(page.text).toHaveValue("");
  expect(draftBasis("entry:7")).toBeUndefined();
  type(page.text, "By Bob");
  page.close();
  become(ann);
  expect(open().text).toHaveValue("By Ann");
  expect(draftBasis("entry:7")).toBe("a-revision");
});

it("shows and stores nothing until the account is known", () => {
  typeAs(ann, "By Ann");
  become("loading");
  const page = open();
  expect(page.text).toHaveValue("");
  expect(draftBasis("entry:7")).toBeUndefined();
  const before = { ...sessionStorage };
  type(page.link, "https://typed.example");
  expect({ ...sessionStorage }).toEqual(before);
  become(ann);
  expect(page.text).toHaveValue("By Ann");
  expect(page.link).toHaveValue("https://typed.example");
  page.close();
  expect(open().link).toHaveValue("https://typed.example");
});

it("prefers newer input over the stored draft", () => {
  typeAs(ann, "Kept");
  become("loading");
  const page = open();
  type(page.text, "Typed since");
  become(ann);
  expect(page.text).toHaveValue("Typed since");
});

it("moves a visitor's draft to the account that logs in, once", () => {
  typeAs("visitor", "Before logging in");
  become(ann);
  const page = open();
  expect(page.text).toHaveValue("Before logging in");
  page.close();
  become("visitor");
  expect(open().text).toHaveValue("");
  become(bob);
  expect(screen.getByLabelText("Text")).toHaveValue("");
});

it("removes a visitor's draft if they log in while it is sent", () => {
  become("visitor");
  const page = open();
  type(page.text, "Before logging in");
  const sent = screen.getByRole("button");
  become(ann);
  fireEvent.click(sent);
  expect(sessionStorage).toHaveLength(0);
});

it.each<[string, Identity[]]>([
  ["another account", [bob]],
  ["a visitor, and then another account", ["visitor", bob]],
  ["no one yet, and then another account", ["loading", bob]],
])("clears an open form when its account changes to %s", (_, others) => {
  become(ann);
  const page = open();
  type(page.text, "By Ann");
  for (const other of others) become(other);
  expect(page.text).toHaveValue("");
  page.close();
  expect(open().text).toHaveValue("");
  become(ann);
  expect(screen.getByLabelText("Text")).toHaveValue("By Ann");
});

it("does not remove the next person's draft when an earlier form ends", () => {
  become(ann);
  const old = renderHook(() => useFormDraft("entry:7", useForm({ defaultValues: { text: "" } })));
  old.unmount();
  typeAs(bob, "By Bob");
  old.result.current.forget();
  expect(open().text).toHaveValue("By Bob");
});

describe("a deliberate logout", () => {
  it("removes all drafts in this tab", () => {
    typeAs(bob, "By Bob");
    typeAs(ann, "By Ann");
    clearAllDrafts();
    expect(sessionStorage).toHaveLength(0);
  });

  it("removes all drafts in another tab, after its storage event", () => {
    typeAs(ann, "By Ann");
    changeInOtherTab(clearAllDrafts);
    expect(sessionStorage).not.toHaveLength(0);
    dispatchEvent(new StorageEvent("storage", { key: "drafts" }));
    expect(sessionStorage).toHaveLength(0);
  });

  it.each<[string, () => void]>([
    ["is restored", () => dispatchEvent(new Event("pageshow"))],
    ["becomes visible", () => document.dispatchEvent(new Event("visibilitychange"))],
  ])("removes all drafts in a suspended tab once it %s", (_, wake) => {
    typeAs(ann, "By Ann");
    changeInOtherTab(clearAllDrafts);
    expect(open().text).toHaveValue("");
    expect(draftBasis("entry:7")).toBeUndefined();
    wake();
    expect(sessionStorage).toHaveLength(0);
  });
});

it("removes drafts of earlier releases, which don't name an account", () => {
  sessionStorage.setItem("draft:entry:7", JSON.stringify({ text: "By someone" }));
  sessionStorage.setItem("draft:follow", "7");
  dispatchEvent(new Event("pageshow"));
  expect(Object.keys(sessionStorage)).toEqual(["draft:follow"]);
});
