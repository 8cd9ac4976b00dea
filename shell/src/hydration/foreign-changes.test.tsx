import { act, screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { hydrateRoot } from "react-dom/client";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { SelectField } from "@conquest/shared/ui/form/select-field";
import { replayEarlyEvents } from "./event-replay";
import { endHydrationGuard, hasForeignChanges, undoForeignChanges } from "./foreign-changes";
import { restoreSavedSnapshot } from "./form-snapshot";
import { guardNodes } from "./node-guard";

beforeAll(guardNodes);

const onSubmitted = jest.fn();

function LoginForm() {
  const { register, handleSubmit } = useForm({ defaultValues: { email: "", password: "", role: "", message: "" } });
  return (
    <form onSubmit={(event) => void handleSubmit((values) => void onSubmitted(values))(event)}>
      <h1>Log in to {"Conquest"}</h1>
      <TextField id="email" label="Email" type="email" {...register("email")} />
      <TextField id="password" label="Password" type="password" {...register("password")} />
      <SelectField
        id="role"
        label="Role"
        options={["", "user", "creator"].map((value) => ({ value, label: value || "Choose" }))}
        {...register("role")}
      />
      <textarea aria-label="Message" {...register("message")} />
      <p>
        New here? <a href="/register">Register</a> first.
      </p>
      <button>Login</button>
    </form>
  );
}

const TYPED = { email: "rafi@example.com", password: "Conquest-2026", role: "creator", message: "Hello" };

const email = () => document.querySelector<HTMLInputElement>("#email")!;
const password = () => document.querySelector<HTMLInputElement>("#password")!;
const element = (name: string, text = "") => Object.assign(document.createElement(name), { textContent: text });

const texts = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const result: Text[] = [];
  while (walker.nextNode()) result.push(walker.currentNode as Text);
  return result;
};

const CHANGES: Record<string, (root: HTMLElement) => void> = {
  "puts an element first in the body": () => document.body.prepend(element("div", "Vault")),
  "puts an element last in the body": () => document.body.append(element("vault-frame")),
  "sets attributes of fields and forms": () => {
    email().setAttribute("data-lpignore", "true");
    email().className += " vault";
    password().setAttribute("autocomplete", "off");
    password().setAttribute("style", "background: none");
    email().form!.setAttribute("data-vault", "1");
  },
  "puts a span after a field": () => email().after(element("span")),
  "puts an element before a field": () => password().before(element("vault-icon", "icon")),
  "puts elements first and last in the form": () => {
    email().form!.append(element("div"));
    email().form!.prepend(element("div"));
  },
  "wraps a field": () => {
    const field = password();
    const wrapper = element("div");
    field.replaceWith(wrapper);
    wrapper.append(field);
  },
  "moves each text": (root) =>
    texts(root).forEach((text) => {
      const font = element("font");
      text.before(font);
      font.append(text);
    }),
  "replaces each text": (root) => texts(root).forEach((text) => text.replaceWith(element("font", `‹${text.data}›`))),
  "changes each text": (root) => texts(root).forEach((text) => (text.data = `‹${text.data}›`)),
  "removes an element": () => screen.getByRole("heading").remove(),
  "marks the page as translated": () =>
    Object.assign(document.documentElement, { className: "translated-ltr", lang: "bn" }),
};

async function renderOnServer(): Promise<HTMLElement> {
  const { TextEncoder } = await import("node:util");
  Object.assign(globalThis, { TextEncoder });
  const { renderToString } = await import("react-dom/server");
  const root = element("div");
  root.id = "root";
  root.innerHTML = renderToString(<LoginForm />);
  document.body.append(root);
  return root;
}

function typeValues() {
  email().value = TYPED.email;
  password().value = TYPED.password;
  document.querySelector("select")!.value = TYPED.role;
  document.querySelector("textarea")!.value = TYPED.message;
}

function focusPassword() {
  password().focus();
  password().setSelectionRange(2, 4);
}

async function hydrate(root: HTMLElement) {
  const recovered: unknown[] = [];
  const onRecoverableError = (error: unknown) => {
    if (!hasForeignChanges(root)) recovered.push(error);
    queueMicrotask(() => restoreSavedSnapshot(root));
  };
  const page = await act(async () => {
    const page = hydrateRoot(root, <LoginForm />, { onRecoverableError });
    replayEarlyEvents(root);
    return page;
  });
  return { page, recovered };
}

async function expectTyped() {
  expect(screen.getByRole("heading")).toHaveTextContent("Log in to Conquest");
  expect(email()).toHaveValue(TYPED.email);
  expect(password()).toHaveValue(TYPED.password);
  expect(document.activeElement).toBe(password());
  expect([password().selectionStart, password().selectionEnd]).toEqual([2, 4]);
  await act(async () => document.querySelector<HTMLElement>("form > button")!.click());
  expect(onSubmitted).toHaveBeenLastCalledWith(TYPED);
}

beforeEach(() => {
  document.body.innerHTML = "";
  document.documentElement.removeAttribute("class");
});

afterEach(() => endHydrationGuard());

describe.each(Object.entries(CHANGES))("if something %s of the rendered page", (_, change) => {
  it.each(["before", "after"])("hydrates the same fields with values typed %s the change", async (when) => {
    jest.isolateModules(() => void jest.requireActual("../before-paint"));
    const root = await renderOnServer();
    document.dispatchEvent(new Event("readystatechange"));
    const markup = root.innerHTML;
    const fields = [email(), password()];
    if (when === "before") typeValues();
    change(root);
    if (when === "after") typeValues();
    focusPassword();
    undoForeignChanges(root);
    expect(root.innerHTML.replaceAll(/ (?:data-[\w-]+|autocomplete|style)="[^"]*"| vault/g, "")).toBe(
      markup.replaceAll(/ autocomplete="[^"]*"/g, ""),
    );
    const { page, recovered } = await hydrate(root);
    forgiveConsole();
    await expectTyped();
    expect([email(), password()]).toEqual(fields);
    expect(recovered).toEqual([]);
    act(() => page.unmount());
  });

  it("keeps typed values if React renders the page again", async () => {
    const root = await renderOnServer();
    typeValues();
    change(root);
    focusPassword();
    const { page } = await hydrate(root);
    forgiveConsole();
    await expectTyped();
    act(() => page.unmount());
  });
});

it("undoes changes made during parsing", async () => {
  jest.isolateModules(() => void jest.requireActual("../before-paint"));
  const root = element("div");
  root.id = "root";
  document.body.append(root);
  const first = root.appendChild(element("p"));
  first.append("one");
  const second = root.appendChild(element("p"));
  second.append("two");
  first.append(element("span", "icon"));
  second.append(" three");
  document.dispatchEvent(new Event("readystatechange"));
  undoForeignChanges(root);
  expect(root.innerHTML).toBe("<p>one</p><p>two three</p>");
});

it("detects changes by others before hydration", async () => {
  await jest.isolateModulesAsync(async () => {
    const changes = await import("./foreign-changes");
    jest.requireActual("../before-paint");
    const root = document.body.appendChild(element("div"));
    const field = root.appendChild(element("input"));
    document.dispatchEvent(new Event("readystatechange"));
    document.body.prepend(element("vault-frame"));
    expect(changes.hasForeignChanges(root)).toBe(false);
    field.after(element("span"));
    expect(changes.hasForeignChanges(root)).toBe(true);
    changes.endHydrationGuard();
  });
});
