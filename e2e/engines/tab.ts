import { setTimeout as pause } from "node:timers/promises";

/** A tab of a browser, as far as every engine's own way of driving it has it. */
export interface Tab {
  open(address: string): Promise<void>;
  /** What an expression of the page comes to. */
  evaluate<T>(expression: string): Promise<T>;
  /** As a person does: where the first element that fits is, on top of all else. */
  click(selector: string): Promise<void>;
  /** At the keyboard, into the first element that fits. */
  type(selector: string, text: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors and warnings of the console so far, where the engine tells them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

const PATIENCE = 20_000;
const asCode = (value: unknown) => JSON.stringify(value);

/** What a person does in a tab, in the words on the screen. Each waits until it can be done. */
export function personAt(tab: Tab, site: string) {
  async function until<T>(what: string, expression: string): Promise<T> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const found = await tab.evaluate<T>(expression).catch(() => null);
      if (found) return found;
      if (Date.now() > end)
        throw new Error(
          `${what}: not within ${PATIENCE / 1000} s. The page at ${await tab.evaluate<string>("location.href")} says:\n${await tab.evaluate<string>("document.body.innerText")}`,
        );
      await pause(50);
    }
  }

  return {
    /** Opens a path, and waits until the page's code has taken over. */
    async goTo(path: string) {
      await tab.open(site + path);
      await until(
        `${path} is awake`,
        `!document.querySelector("header .cq-spinner") && Boolean(document.querySelector("header a[href='/login'], header .sh-account, aside .sh-side-nav, .sh-side"))`,
      );
    },
    sees: (text: string) =>
      until(`"${text}"`, `document.body.innerText.toLowerCase().includes(${asCode(text.toLowerCase())})`),
    isAt: (path: string) => until(`the address ${path}`, `location.pathname.startsWith(${asCode(path)})`),
    textOf: (selector: string) =>
      until<string>(`a text in ${selector}`, `document.querySelector(${asCode(selector)})?.innerText`),
    valueOf: (expression: string) => tab.evaluate(expression),
    /** A button or link of this name, or that begins with it, within `place`. */
    async presses(name: string, place = "body") {
      const mark = `data-press`;
      await until(
        `"${name}" to press`,
        `(() => {
          const wanted = ${asCode(name.toLowerCase())};
          document.querySelectorAll("[${mark}]").forEach((element) => element.removeAttribute("${mark}"));
          const found = [...document.querySelectorAll(${asCode(place)} + " :is(a, button, [role=checkbox], input[type=checkbox])")].find((element) => {
            const name = (element.getAttribute("aria-label") ?? element.innerText ?? "").trim().toLowerCase();
            return name.startsWith(wanted) && element.getClientRects().length > 0 && !element.disabled && element.ariaDisabled !== "true";
          });
          found?.scrollIntoView({ block: "center" });
          found?.setAttribute("${mark}", "");
          return Boolean(found);
        })()`,
      );
      await tab.click(`[${mark}]`);
    },
    async fills(fields: Readonly<Record<string, string>>) {
      for (const [name, text] of Object.entries(fields)) {
        const selector = `main [name="${name}"]`;
        await until(`the field ${name}`, `Boolean(document.querySelector(${asCode(selector)}))`);
        await tab.type(selector, text);
        await until(
          `${name} to hold what was typed`,
          `document.querySelector(${asCode(selector)}).value.replaceAll(" ", "") === ${asCode(text.replaceAll(" ", ""))}`,
        );
      }
    },
  };
}
