/** The key of a message in an emitted catalog, as in shared/contracts/text/find-translation.ts. */
export function messageKey(message) {
  let hash = 0;
  for (let at = 0; at < message.length; at += 1) hash = Math.imul(hash ^ message.charCodeAt(at), 0x1000193);
  return (hash >>> 2).toString(36);
}
