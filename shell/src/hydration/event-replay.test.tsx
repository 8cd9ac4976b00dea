import { act, render, screen } from "@testing-library/react";
import { startTransition, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { useForm, useWatch } from "react-hook-form";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { replayEarlyEvents } from "./event-replay";

function TestForm() {
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
        onChange={({ target: { value } }) => startTransition(() => setTag(value))}
      />
      <output>{JSON.stringify(known)}</output>
    </form>
  );
}

function renderStatic(): HTMLElement {
  const { container, unmount } = render(<TestForm />);
  const markup = container.innerHTML;
  unmount();
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = markup;
  return root;
}

function enter(field: HTMLInputElement | HTMLSelectElement, value: string) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event("change", { bubbles: true }));
}

function fill() {
  enter(screen.getByRole<HTMLInputElement>("textbox", { name: "Search" }), "logo");
  enter(screen.getByRole<HTMLInputElement>("textbox", { name: "Email" }), "early@conquest.test");
  enter(screen.getByRole<HTMLSelectElement>("combobox", { name: "Apply for" }), "creator");
  enter(screen.getByRole<HTMLSelectElement>("combobox", { name: "Tag" }), "logo");
}

it.each(["before hydration", "while React hydrates", "when it is hydrated"])(
  "keeps typed and selected values %s",
  async (when) => {
    const root = renderStatic();
    if (when.startsWith("before")) fill();
    const page = await act(() => {
      const page = hydrateRoot(root, <TestForm />);
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

describe("a blurred field", () => {
  const onBlur = jest.fn();
  const form = (
    <>
      <TextField id="left" label="Left" name="left" onBlur={onBlur} />
      <TextField id="back" label="Back" name="back" onBlur={onBlur} />
    </>
  );
  const fields = () =>
    ["Left", "Back"].map((name) => screen.getByRole("textbox", { name })) as [HTMLElement, HTMLElement];
  const blurredFields = () => onBlur.mock.calls.map(([{ target }]) => target as Element);

  function renderForm(duringHydration: () => void) {
    const { container, unmount } = render(form);
    const markup = container.innerHTML;
    unmount();
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = markup;
    return {
      root,
      hydrate: () =>
        act(() => {
          const page = hydrateRoot(root, form);
          replayEarlyEvents(root);
          duringHydration();
          return page;
        }),
    };
  }

  beforeEach(() => onBlur.mockClear());

  it("receives a blur from before hydration unless it is focused again", async () => {
    const { root, hydrate } = renderForm(() => undefined);
    const [left, back] = fields();
    globalThis.conquestEarlyActs = { clicked: [], left: [left, back], place: document };
    back.focus();
    const page = await hydrate();
    expect(blurredFields()).toEqual([left]);
    expect(globalThis.conquestEarlyActs).toEqual({ clicked: [], left: [], place: null });
    globalThis.conquestEarlyActs = undefined;
    act(() => page.unmount());
    root.remove();
  });

  it("receives a blur during hydration", async () => {
    const { root, hydrate } = renderForm(() =>
      fields()[0].dispatchEvent(new FocusEvent("focusout", { bubbles: true })),
    );
    const [left] = fields();
    const page = await hydrate();
    expect(blurredFields()).toEqual([left]);
    act(() => page.unmount());
    root.remove();
  });
});

function TestSwitch() {
  const [isOn, setOn] = useState(false);
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => setOn(target.checked)} />
      {isOn ? "It is on" : "It is off"}
    </label>
  );
}

it.each(["before hydration", "while React hydrates", "when it is hydrated"])(
  "toggles a checkbox once if it is pressed %s",
  async (when) => {
    const { container, unmount } = render(<TestSwitch />);
    const markup = container.innerHTML;
    unmount();
    const root = document.body.appendChild(document.createElement("div"));
    root.innerHTML = markup;
    const press = () => screen.getByRole("checkbox").click();
    globalThis.conquestEarlyActs = {
      clicked: when.startsWith("before") ? [screen.getByRole("checkbox")] : [],
      left: [],
      place: document,
    };
    const page = await act(async () => {
      const page = hydrateRoot(root, <TestSwitch />);
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
