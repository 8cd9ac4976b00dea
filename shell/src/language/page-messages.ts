import type { Language } from "@conquest/shared/contracts/parts/languages";
import { loadMessages, provideMessageLoader } from "@conquest/shared/singletons/language";
import type { PageRegistry } from "../registry/page-registry";
import { loadScript } from "../remote-part/load-files";

/** Stands for the shell's chunks that load later, whose messages are one file beside its script. */
const LATER = "later";

/** Loads a chunk of the shell with its messages. */
export const withMessages = <Module>(importing: Promise<Module>): Promise<Module> =>
  Promise.all([importing, loadMessages(LATER)]).then(([module]) => module);

/** Loads the messages of pages from the releases that the registry lists. The HTML contains those of the first page. */
export function provideRegistryMessages(
  { remotes }: Pick<PageRegistry, "remotes">,
  language: Language,
  shellScript: string,
): void {
  const loaded = new Map<string, Promise<unknown> | undefined>();
  for (const { src } of document.scripts) loaded.set(src, undefined);

  provideMessageLoader((path) => {
    const address = addressOf(path);
    if (address === undefined) return undefined;
    // Without its messages, a page is in English.
    if (!loaded.has(address))
      loaded.set(
        address,
        loadScript(address).then(
          () => loaded.set(address, undefined),
          () => loaded.delete(address),
        ),
      );
    return loaded.get(address);
  });

  function addressOf(path: string): string | undefined {
    if (path === LATER) return new URL(`messages/${LATER}.${language}.js`, shellScript).href;
    for (const { current } of Object.values(remotes())) {
      const file = current.files.pages[path]?.messages?.[language];
      if (file) return new URL(current.base + file, location.href).href;
    }
    return undefined;
  }
}
