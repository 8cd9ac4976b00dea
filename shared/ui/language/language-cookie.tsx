import { LANGUAGE_COOKIE, type Language } from "@conquest/shared/contracts/parts/languages";

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Remembers a language for this browser: addresses without a language then open in it. */
export function rememberLanguage(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`;
}

export const rememberedLanguage = (): string | undefined =>
  new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
