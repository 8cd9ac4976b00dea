// First, since other imports may create zod schemas.
import "./without-eval";
import "./trusted-types";
import "./federation-core";
import "./shell.css";

/** All files of the shell are in the folder of this script. Only available while the script runs. */
const ownScript = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
// Ends the wait of before-paint.js for the page's files.
document.documentElement.dataset["started"] = "";
document.getElementById("conquest-files-late")?.remove();

/** Yields to the browser for painting and input. Skipped in hidden tabs, where timers are throttled. */
const yieldToBrowser = () => new Promise<void>((resolve) => (document.hidden ? resolve() : void setTimeout(resolve)));

/** Evaluated one by one to avoid a long task on slow CPUs. The first shared module starts the federation runtime. */
const MODULES = [
  () => import(/* webpackMode: "eager" */ "react"),
  () => import(/* webpackMode: "eager" */ "react-dom"),
  () => import(/* webpackMode: "eager" */ "react-dom/client"),
  () => import(/* webpackMode: "eager" */ "react-router-dom"),
  () => import(/* webpackMode: "eager" */ "@tanstack/react-query"),
  () => import(/* webpackMode: "eager", webpackExports: [] */ "@conquest/shared/singletons/http"),
  () => import(/* webpackMode: "eager", webpackExports: [] */ "@conquest/shared/singletons/toast"),
  () => import(/* webpackMode: "eager", webpackExports: [] */ "./shared-modules"),
];

async function run(): Promise<void> {
  for (const evaluate of MODULES) {
    await yieldToBrowser();
    await evaluate();
  }
  await yieldToBrowser();
  const { start } = await import(/* webpackMode: "eager" */ "./start");
  await yieldToBrowser();
  await start(ownScript);
}

void run();
