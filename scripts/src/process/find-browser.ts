import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { root } from "../root";

const run = promisify(execFile);

const COMMANDS = [
  // Renders no browser window, which would cost as much as a page.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "microsoft-edge-stable",
  "brave-browser",
];

const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Some systems have a stub command that only explains how to install the browser, so it must run. */
const canRun = (file: string) =>
  run(file, ["--version"], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );

async function findInstalled(): Promise<string | null> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const commands = COMMANDS.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const file of [...commands, chromium.executablePath(), ...APPLICATIONS]) {
    if (file && existsSync(file) && (file.endsWith(".exe") || (await canRun(file)))) return file;
  }
  return null;
}

function install(command: string, args: string[], minutes: number): Promise<boolean> {
  return new Promise((resolve) => {
    console.log(`> ${command} ${args.join(" ")}`);
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      timeout: minutes * 60_000,
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

function systemInstallers(): string[][][] {
  const isRoot = process.getuid?.() === 0;
  const asRoot = (...command: string[]) => (isRoot ? command : ["sudo", "-n", ...command]);
  return [
    [asRoot("apt-get", "update"), asRoot("apt-get", "install", "-y", "--no-install-recommends", "chromium")],
    [asRoot("dnf", "install", "-y", "chromium")],
    [asRoot("apk", "add", "chromium")],
    [["brew", "install", "--cask", "chromium"]],
  ];
}

export async function findBrowserHere(): Promise<string | null> {
  const configured = process.env["CHROME_PATH"];
  if (configured && !existsSync(configured))
    throw new Error(`CHROME_PATH names ${configured}, but that file does not exist.`);
  return configured || findInstalled();
}

export async function findBrowser(): Promise<string> {
  const installed = await findBrowserHere();
  if (installed) return installed;

  console.log("No Chromium-family browser found; installing one.");
  const playwright = path.join(root, "node_modules/@playwright/test/cli.js");
  if (await install(process.execPath, [playwright, "install", "chromium"], 5)) {
    const downloaded = await findInstalled();
    if (downloaded) return downloaded;
  }
  for (const commands of systemInstallers()) {
    let isDone = true;
    for (const [command, ...args] of commands) isDone = isDone && (await install(command!, args, 10));
    const found = isDone ? await findInstalled() : null;
    if (found) return found;
  }
  throw new Error("No browser could be found or installed. Install Chromium or Chrome, or set CHROME_PATH to one.");
}
