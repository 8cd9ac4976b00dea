import type { Catalog } from "@conquest/shared/contracts/parts/languages";

/** The catalogs' key: 30 bits of an FNV hash, shorter than a sentence. As in shared/build/messages/message-key.mjs. */
function messageKey(message: string): string {
  let hash = 0;
  for (let at = 0; at < message.length; at += 1) hash = Math.imul(hash ^ message.charCodeAt(at), 0x1000193);
  return (hash >>> 2).toString(36);
}

/** Returns the first translation; without one, the message. Tests and older builds have sentences as keys. */
export function findTranslation(catalogs: readonly Catalog[], message: string): string {
  const key = messageKey(message);
  return catalogs.reduce((found, catalog) => found || catalog[key] || catalog[message] || "", "") || message;
}
