// First: other imports may make schemas.
import "./without-eval";
import "./trusted-types";
import "./federation-core";
import "./shell.css";

/** The folder of this script is the folder of all files of the shell. Only known while the script runs. */
const ownScript = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href;
// Whoever waits for files of this page, see before-paint.js, has them all.
document.documentElement.dataset["started"] = "";
document.getElementById("conquest-files-late")?.remove();

/** Lets the browser paint and answer in between. Where nobody looks there is nothing to paint, and timers are slow. */
const breathe = () => new Promise<void>((resolve) => (document.hidden ? resolve() : void setTimeout(resolve)));

/**
 * All of it is in this file; evaluated at a stretch it would hold up a slow processor for too long. The first use of what is
 * shared makes the federation runtime ready, which is a piece of its own.
 */
const PIECES = [
  () => import(/* webpackMode: "eager" */ "react"),
  () => import(/* webpackMode: "eager" */ "react-dom"),
  () => import(/* webpackMode: "eager" */ "react-dom/client"),
  () => import(/* webpackMode: "eager" */ "react-router-dom"),
  () => import(/* webpackMode: "eager" */ "@tanstack/react-query"),
  () => import(/* webpackMode: "eager", webpackExports: [] */ "@conquest/shared/singletons/http"),
  () => import(/* webpackMode: "eager", webpackExports: [] */ "@conquest/shared/singletons/toast"),
  () => import(/* webpackMode: "eager", webpackExports: [] */ "./shared-modules"),
];

async function begin(): Promise<void> {
  for (const evaluate of PIECES) {
    await breathe();
    await evaluate();
  }
  await breathe();
  const { start } = await import(/* webpackMode: "eager" */ "./start");
  await breathe();
  await start(ownScript);
}

void begin();
