// Modules that the shell shares with all parts, by import name. Remotes bundle no copies, so they can only use what is listed.
import * as react from "react";
import * as jsxRuntime from "react/jsx-runtime";
import * as reactDom from "react-dom";
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the whole module is shared
import * as router from "react-router-dom";
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the whole module is shared
import * as reactQuery from "@tanstack/react-query";
import * as apiHooks from "@conquest/shared/singletons/api-hooks";
import * as call from "@conquest/shared/singletons/call";
import * as config from "@conquest/shared/singletons/config";
import * as drafts from "@conquest/shared/singletons/drafts";
import * as earlyAnswers from "@conquest/shared/singletons/early-answers";
import * as firstRender from "@conquest/shared/singletons/first-render";
import * as http from "@conquest/shared/singletons/http";
import * as identity from "@conquest/shared/singletons/identity";
import * as language from "@conquest/shared/singletons/language";
import * as queryClient from "@conquest/shared/singletons/query-client";
import * as returnPath from "@conquest/shared/singletons/return-path";
import * as sessionStore from "@conquest/shared/singletons/session-store";
import * as signInMark from "@conquest/shared/singletons/sign-in-mark";
import * as singleCopy from "@conquest/shared/singletons/single-copy";
import * as themeStore from "@conquest/shared/singletons/theme-store";
import * as toast from "@conquest/shared/singletons/toast";

/** Used by SSR; in the browser, module federation shares the modules. */
export const sharedModules: Readonly<Record<string, unknown>> = {
  react: react,
  "react/jsx-runtime": jsxRuntime,
  "react-dom": reactDom,
  "react-router-dom": router,
  "@tanstack/react-query": reactQuery,
  "@conquest/shared/singletons/api-hooks": apiHooks,
  "@conquest/shared/singletons/call": call,
  "@conquest/shared/singletons/config": config,
  "@conquest/shared/singletons/drafts": drafts,
  "@conquest/shared/singletons/early-answers": earlyAnswers,
  "@conquest/shared/singletons/first-render": firstRender,
  "@conquest/shared/singletons/http": http,
  "@conquest/shared/singletons/identity": identity,
  "@conquest/shared/singletons/language": language,
  "@conquest/shared/singletons/query-client": queryClient,
  "@conquest/shared/singletons/return-path": returnPath,
  "@conquest/shared/singletons/session-store": sessionStore,
  "@conquest/shared/singletons/sign-in-mark": signInMark,
  "@conquest/shared/singletons/single-copy": singleCopy,
  "@conquest/shared/singletons/theme-store": themeStore,
  "@conquest/shared/singletons/toast": toast,
};
