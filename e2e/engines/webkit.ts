import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../scripts/src/process/ports";
import type { Tab } from "./tab";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";

/** The minimal browser that comes with WebKitGTK, in a folder named after machine and version. */
function findBrowser(): string | null {
  const root = "/usr/lib";
  const below = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => path.join(folder, name))
      : [];
  const candidates = below(root)
    .flatMap(below)
    .filter((folder) => /\/webkit2?gtk-[\d.]+$/.test(folder))
    .map((folder) => path.join(folder, "MiniBrowser"));
  return (
    candidates
      .filter((file) => existsSync(file))
      .sort()
      .at(-1) ?? null
  );
}

/** Key of an element reference in the WebDriver standard. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.kill();
  });

/**
 * Opens WebKitGTK as packaged by Debian on a virtual screen, driven by its own WebDriver; returns null if a part is not
 * installed.
 */
export async function openWebKit(): Promise<Tab | null> {
  const binary = findBrowser();
  if (!binary || !existsSync(DRIVER) || !existsSync(SCREEN)) return null;
  const display = `:${90 + (process.pid % 900)}`;
  const screen = spawn(SCREEN, [display, "-screen", "0", "1280x900x24", "-nolisten", "tcp"], { stdio: "ignore" });
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
  });

  async function command<T>(method: "GET" | "POST" | "DELETE", address: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
  const close = async (session?: string) => {
    if (session) await command("DELETE", session).catch(() => undefined);
    await ended(driver);
    await ended(screen);
  };

  for (
    let tried = 0;
    !(await command<{ ready: boolean }>("GET", "/status").then(
      ({ ready }) => ready,
      () => false,
    ));
    tried += 1
  ) {
    if (tried === 100) {
      await close();
      throw new Error("WebKitWebDriver does not answer.");
    }
    await pause(100);
  }
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } };
  const { sessionId } = await command<{ sessionId: string }>("POST", "/session", { capabilities });
  const session = `/session/${sessionId}`;
  await command("POST", `${session}/window/rect`, { width: 1280, height: 880 });
  const find = async (selector: string) =>
    (await command<Record<string, string>>("POST", `${session}/element`, { using: "css selector", value: selector }))[
      ELEMENT
    ]!;
  return {
    open: (url) => command("POST", `${session}/url`, { url }),
    evaluate: (expression) => command("POST", `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    click: async (selector) => command("POST", `${session}/element/${await find(selector)}/click`, {}),
    type: async (selector, text) => command("POST", `${session}/element/${await find(selector)}/value`, { text }),
    screenshot: async () => Buffer.from(await command<string>("GET", `${session}/screenshot`), "base64"),
    // Its driver does not report them.
    complaints: () => [],
    close: () => close(session),
  };
}
