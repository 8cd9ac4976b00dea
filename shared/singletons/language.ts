import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { Catalog, Language } from "@conquest/shared/contracts/parts/languages";
import { findTranslation } from "@conquest/shared/contracts/text/find-translation";
import { formatDigits, formatMessage } from "@conquest/shared/contracts/text/format-message";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("language");

declare global {
  /** Files of messages add their catalog here, see shared/build/plugins/messages.mjs. */
  var conquestMessages: Catalog[] | undefined;
}

type Values = Readonly<Record<string, string | number | ReactElement>>;

let current: Language = "en";
let catalogs: readonly Catalog[] = [];

/** Called once in a browser; on the server before each synchronous render, as all languages share a process. */
export function provideLanguage(language: Language, messages: readonly Catalog[]): void {
  current = language;
  catalogs = messages;
}

export const language = (): Language => current;

let load: ((path: string) => Promise<unknown> | undefined) | undefined;

/** Sets how the messages of a page are loaded, by its path in remote.json. */
export function provideMessageLoader(loader: typeof load): void {
  load = loader;
}

/** Loads the messages of a page; undefined if there is nothing to wait for. */
export const loadMessages = (path: string): Promise<unknown> | undefined => load?.(path);

export { msg } from "@conquest/shared/contracts/text/msg";

/** Translates a message with `{name}`, `{n, plural, one {…} other {…}}` and `{x, select, a {…} other {…}}`. */
export const t = (message: string, values: Readonly<Record<string, string | number>> = {}): string =>
  formatMessage(translate(message), values, current).join("");

/** Translates a message with elements: `<T text="Read the <a>terms</a>, {name}" a={<Link to="/terms" />} name={…} />`. */
export const T = ({ text, ...values }: { text: string } & Values): ReactNode =>
  createElement(
    Fragment,
    null,
    ...formatMessage<ReactElement>(translate(text), values, current, (element, inside) =>
      cloneElement(element, undefined, ...inside),
    ),
  );

/** Writes the digits of a text as the language does. Those of numbers are grouped as in Bangladesh: 1,00,000. */
export const digits = (text: string | number): string => formatDigits(text, current);

const translate = (message: string) => (current === "en" ? message : findTranslation(catalogs, message));
