import { act, render, screen } from "@testing-library/react";
import { startTransition, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { useForm, useWatch } from "react-hook-form";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { replayEarlyEvents } from "./event-replay";

function AForm() {
  const form = useForm({ defaultValues: { email: "", role: "" } });
  const [sought, setSought] = useState("");
  const [tag, setTag] = useState("");
  const known = { ...useWatch(form), sought, tag };
  return (
    <form>
      <TextField id="q" label="Search" name="q" value={sought} onChange={({ target }) => setSought(target.value)} />
      <TextField id="email" label="Email" {...form.register("email")} />
      <SelectField
        id="role"
        label="Apply for"
        options={[
          { value: "", label: "Select Role" },
          { value: "creator", label: "Creator" },
        ]}
        {...form.register("role")}
      />
      <SelectField
        id="tag"
        label="Tag"
        name="tag"
        options={[
          { value: "", label: "All" },
          { value: "logo", label: "Logo" },
        ]}
        value={tag}
        // As an address changes, a moment later.
        onChange={({ target: { value } }) => startTransition(() => setTag(value))}
      />
      <output>{JSON.stringify(known)}</output>
    </form>
  );
}

/** The page as a server would have drawn it: nothing answers in it yet. */
function drawn(): HTMLElement {
  const { container, unmount } = render(<AForm />);
  const markup = container.innerHTML;
  unmount();
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = markup;
  return root;
}

function put(field: HTMLInputElement | HTMLSelectElement, value: string) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
}

function fill() {
  put(screen.getByRole<HTMLInputElement>("textbox", { name: "Search" }), "logo");
  put(screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }), "early@conquest.test");
  put(screen.getByRole<HTMLSelectElement>("combobox", { name: "Apply for" }), "creator");
  put(screen.getByRole<HTMLSelectElement>("combobox", { name: "Tag" }), "logo");
}

it.each(["before the page's code is there", "while React takes the page over", "when it is awake"])(
  "keeps what is typed and chosen %s",
  async (when) => {
    const root = drawn();
    if (when.startsWith("before")) fill();
    const page = await act(() => {
      const page = hydrateRoot(root, <AForm />);
      replayEarlyEvents(root);
      if (when.startsWith("while")) fill();
      return page;
    });
    if (when.startsWith("when")) await act(fill);

    expect(JSON.parse(screen.getByRole("status").textContent)).toEqual({
      sought: "logo",
      email: "early@conquest.test",
      role: "creator",
      tag: "logo",
    });
    expect(screen.getByRole("textbox", { name: "Search" })).toHaveValue("logo");
    expect(screen.getByRole("textbox", { name: "Email" })).toHaveValue("early@conquest.test");
    expect(screen.getByRole("combobox", { name: "Apply for" })).toHaveValue("creator");
    expect(screen.getByRole("combobox", { name: "Tag" })).toHaveValue("logo");
    act(() => page.unmount());
    root.remove();
  },
);

describe("a field that was left", () => {
  const leave = jest.fn();
  const form = (
    <>
      <TextField id="left" label="Left" name="left" onBlur={leave} />
      <TextField id="back" label="Back" name="back" onBlur={leave} />
    </>
  );
  const fields = () =>
    ["Left", "Back"].map((name) => screen.getByRole("textbox", { name })) as [HTMLElement, HTMLElement];
  const whoLeft = () => leave.mock.calls.map(([{ target }]) => target as Element);

  function drawForm(meanwhile: () => void) {
    const { container, unmount } = render(form);
    const markup = container.innerHTML;
    unmount();
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = markup;
    return {
      root,
      takeIt: () =>
        act(() => {
          const page = hydrateRoot(root, form);
          replayEarlyEvents(root);
          meanwhile();
          return page;
        }),
    };
  }

  beforeEach(() => leave.mockClear());

  it("before the page's code was there is told so, unless somebody is back in it", async () => {
    const { root, takeIt } = drawForm(() => undefined);
    const [left, back] = fields();
    globalThis.conquestEarlyActs = { clicked: [], left: [left, back], place: document };
    back.focus();
    const page = await takeIt();
    expect(whoLeft()).toEqual([left]);
    expect(globalThis.conquestEarlyActs).toEqual({ clicked: [], left: [], place: null });
    globalThis.conquestEarlyActs = undefined;
    act(() => page.unmount());
    root.remove();
  });

  it("while React takes the page over is told so", async () => {
    const { root, takeIt } = drawForm(() => fields()[0].dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    const [left] = fields();
    const page = await takeIt();
    expect(whoLeft()).toEqual([left]);
    act(() => page.unmount());
    root.remove();
  });
});

function ASwitch() {
  const [isOn, setOn] = useState(false);
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
      {isOn ? "It is on" : "It is off"}
    </label>
  );
}

it.each(["before the page's code is there", "while React takes the page over", "when it is awake"])(
  "switches once what is switched %s",
  async (when) => {
    const { container, unmount } = render(<ASwitch />);
    const markup = container.innerHTML;
    unmount();
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = markup;
    const press = () => screen.getByRole("checkbox").click();
    // As before-paint.js keeps it.
    globalThis.conquestEarlyActs = {
      clicked: when.startsWith("before") ? [screen.getByRole("checkbox")] : [],
      left: [],
      place: document,
    };
    const page = await act(async () => {
      const page = hydrateRoot(root, <ASwitch />);
      replayEarlyEvents(root);
      if (when.startsWith("while")) press();
      return page;
    });
    if (when.startsWith("when")) act(press);
    expect(await screen.findByText("It is on")).toBeVisible();
    expect(screen.getByRole("checkbox")).toBeChecked();
    act(press);
    expect(await screen.findByText("It is off")).toBeVisible();
    globalThis.conquestEarlyActs = undefined;
    act(() => page.unmount());
    root.remove();
  },
);
