import { setTimeout as pause } from "node:timers/promises";

/** A browser tab, reduced to what every engine's driver supports. */
export interface Tab {
  open(address: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks like a user: at the position of the first match, which must be on top. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Console errors and warnings so far, if the engine reports them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const asCode = (value: unknown) => JSON.stringify(value);

/** User actions in a tab, by visible text. Each waits until it is possible. */
export function personAt(tab: Tab, site: string) {
  async function until<T>(what: string, expression: string): Promise<T> {
    const end = Date.now() + TIMEOUT_MS;
    for (;;) {
      const found = await tab.evaluate<T>(expression).catch(() => null);
      if (found) return found;
      if (Date.now() > end)
        throw new Error(
          `${what}: not within ${TIMEOUT_MS / 1000} s. The page at ${await tab.evaluate<string>("location.href")} says:\n${await tab.evaluate<string>("document.body.innerText")}`,
        );
      await pause(50);
    }
  }

  return {
    /** Opens a path and waits until the page is hydrated. */
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
    /** Presses a button or link within `place` whose name equals or begins with this. */
    async presses(name: string, place = "body") {
      const mark = `data-press`;
      await until(
        `"${name}" to press`,
        `(() => {
          const wanted = ${asCode(name.toLowerCase())};
          document.querySelectorAll("[${mark}]").forEach((element) => element.removeAttribute("${mark}"));
          const found = [...document.querySelectorAll(${asCode(place)} + " :is(a, button, [role=checkbox], input[type=checkbox])")].find((element) => {
            const name = (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.innerText ?? "").trim().toLowerCase();
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
