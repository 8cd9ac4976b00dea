import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { connectBidi } from "./bidi-connection";
import type { Tab } from "./tab";

const EXECUTABLES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

type RemoteValue = { type: string; value?: unknown };
type Evaluated = { type: "success"; result: RemoteValue } | { type: "exception"; exceptionDetails: { text: string } };
type LogEntry = { level: string; type: string; text: string | null };

const NAVIGATIONS = ["browsingContext.navigationStarted", "browsingContext.historyUpdated"];

/** Scrolls to an element; returns false if something covers its middle. */
const IS_ON_TOP = `(element) => {
  element.scrollIntoView({ block: "center" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(top) || (top !== null && top.contains(element));
}`;

/** Starts Firefox with an empty profile; returns its address for WebDriver BiDi. */
async function startFirefox(executable: string) {
  const profile = await mkdtemp(path.join(tmpdir(), "conquest-firefox-"));
  const browser = spawn(
    executable,
    ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const closed = once(browser, "close");
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(browser.stderr).on("line", (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (found) resolve(found[1]!);
    });
    browser.once("error", reject);
    browser.once("close", (code) => reject(new Error(`Firefox exited with ${code}.`)));
  });
  return {
    address,
    async stop() {
      browser.kill();
      await closed;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Opens Firefox as packaged by Debian, driven by WebDriver BiDi; returns null if it is not installed. */
export async function openFirefox(): Promise<Tab | null> {
  const executable = EXECUTABLES.find((file) => existsSync(file));
  if (!executable) return null;
  const firefox = await startFirefox(executable);
  const bidi = await connectBidi(`${firefox.address}/session`);
  await bidi.send("session.new", { capabilities: {} });
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const { context } = contexts[0]!;
  await bidi.send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });

  let url = "about:blank";
  const complaints: string[] = [];
  bidi.on<LogEntry>("log.entryAdded", ({ level, type, text }) => {
    if (level === "error" || level === "warn") complaints.push(`${type} ${level}: ${text} (${url})`);
  });
  for (const event of NAVIGATIONS)
    bidi.on<{ url: string; context: string }>(event, (navigation) => {
      if (navigation.context === context) url = navigation.url;
    });
  await bidi.send("session.subscribe", { events: ["log.entryAdded", ...NAVIGATIONS] });

  const valueOf = (evaluated: Evaluated): unknown => {
    if (evaluated.type === "exception") throw new Error(evaluated.exceptionDetails.text);
    return evaluated.result.value ?? null;
  };
  const act = (id: string, type: "pointer" | "key", actions: object[]) =>
    bidi.send("input.performActions", { context, actions: [{ type, id, actions }] });

  async function find(selector: string): Promise<RemoteValue & { sharedId: string }> {
    const { nodes } = await bidi.send<{ nodes: (RemoteValue & { sharedId: string })[] }>(
      "browsingContext.locateNodes",
      { context, locator: { type: "css", value: selector }, maxNodeCount: 1 },
    );
    if (!nodes[0]) throw new Error(`There is no ${selector}.`);
    return nodes[0];
  }

  async function callOn(selector: string, code: string) {
    const { sharedId } = await find(selector);
    const evaluated = await bidi.send<Evaluated>("script.callFunction", {
      functionDeclaration: code,
      arguments: [{ sharedId }],
      target: { context },
      awaitPromise: true,
    });
    return { sharedId, value: valueOf(evaluated) };
  }

  return {
    open: async (address) =>
      void (await bidi.send("browsingContext.navigate", { context, url: address, wait: "complete" })),
    evaluate: async <T>(expression: string) =>
      valueOf(
        await bidi.send<Evaluated>("script.evaluate", { expression, target: { context }, awaitPromise: true }),
      ) as T,
    async click(selector) {
      const { sharedId, value } = await callOn(selector, IS_ON_TOP);
      if (value !== true) throw new Error(`Something covers ${selector}.`);
      const origin = { type: "element", element: { sharedId } };
      await act("mouse", "pointer", [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ]);
    },
    async type(selector, text) {
      await callOn(selector, "(element) => element.focus()");
      const keys = [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await act("keyboard", "key", keys);
    },
    async screenshot() {
      const { data } = await bidi.send<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    complaints: () => complaints,
    async close() {
      bidi.close();
      await firefox.stop();
    },
  };
}
