import fs from "node:fs";
import path from "node:path";
import { catalogFiles, readCatalog, TRANSLATED } from "@conquest/shared/build/messages/catalogs.mjs";
import { extractMessages, importsMessages } from "@conquest/shared/build/messages/extract-messages.mjs";
import { messageKey } from "@conquest/shared/build/messages/message-key.mjs";
import { accented } from "@conquest/shared/build/messages/accented.mjs";

const SHARED = path.resolve(import.meta.dirname, "../..");

/** The server reads this form, see server/src/pages/page-messages.ts. */
const asScript = (catalog) => `(self.conquestMessages??=[]).push(${JSON.stringify(catalog)})\n`;

/** Emits a page's translations, a script per language that adds to `conquestMessages`; `isPseudo` accents messages. */
export class MessageFiles {
  constructor(compilation, { folder, isPseudo = false }) {
    this.compilation = compilation;
    this.folder = folder;
    this.isPseudo = isPseudo;
    this.catalogs = Object.fromEntries(TRANSLATED.map((language) => [language, this.read(language)]));
  }

  read(language) {
    const workspaces = [SHARED, this.folder];
    for (const workspace of workspaces) this.compilation.contextDependencies.add(path.join(workspace, "messages"));
    const files = workspaces.flatMap((workspace) => catalogFiles(workspace, language));
    for (const file of files) this.compilation.fileDependencies.add(file);
    return Object.assign({}, ...files.map(readCatalog));
  }

  /**
   * Returns the messages of the modules that `entries` reach, `also` included; `first` needs no `import()`. A page of
   * which no own message is translated is English, with all that it shares.
   */
  messagesFrom(entries, { except = new Set(), also = [] } = {}) {
    const first = this.reach(entries, except, true);
    const own = new Set();
    const all = new Set(also);
    for (const module of this.reach(entries, except))
      for (const message of messagesOf(module)) {
        all.add(message);
        if (isBelow(this.folder, module.resource)) own.add(message);
      }
    return { own, all, first: new Set([...first].flatMap(messagesOf)) };
  }

  reach(entries, except, isFirst = false) {
    const { moduleGraph } = this.compilation;
    const modules = new Set(entries);
    for (const module of modules)
      for (const connection of moduleGraph.getOutgoingConnections(module)) {
        const { module: next, dependency } = connection;
        if (!next || except.has(dependency) || connection.getActiveState(undefined) === false) continue;
        if (!isFirst || moduleGraph.getParentBlock(dependency) === module) modules.add(next);
      }
    return modules;
  }

  /** Returns the emitted files by language as `messages`; nothing if there are none. */
  emit(name, { own, all }) {
    const files = {};
    for (const [language, translations] of Object.entries(this.catalogs)) {
      const translate = (message) => (this.isPseudo ? accented(message) : translations[message]);
      if (![...own].some(translate)) continue;
      const pairs = [...all].sort().flatMap((message) => {
        const translation = translate(message);
        return translation ? [[messageKey(message), translation]] : [];
      });
      const content = asScript(Object.fromEntries(pairs));
      // Without a hash: each version has its own folder.
      files[language] = `messages/${name}.${language}.js`;
      const { RawSource } = this.compilation.compiler.webpack.sources;
      // A minifier would remove quotes, and the server could not read it.
      this.compilation.emitAsset(files[language], new RawSource(content), { minimized: true });
    }
    return Object.keys(files).length > 0 ? { messages: files } : {};
  }
}

const isBelow = (folder, file) => file?.startsWith(folder + path.sep);

const extracted = new Map();

/** A contract that the build replaces by plain data has only the messages of its constants. */
const messagesOf = (module) => {
  const messages = messagesIn(module.resource);
  if (!module.loaders?.some(({ loader }) => loader.includes("contracts-loader"))) return messages;
  const data = module.originalSource().source().toString();
  return messages.filter((message) => data.includes(JSON.stringify(message)));
};

function messagesIn(resource) {
  if (!resource || !/\.tsx?$/.test(resource) || resource.includes("node_modules")) return [];
  const { mtimeMs } = fs.statSync(resource);
  const known = extracted.get(resource);
  if (known?.mtimeMs === mtimeMs) return known.messages;
  const source = fs.readFileSync(resource, "utf8");
  const messages = importsMessages(source)
    ? extractMessages(source, resource).messages.map(({ message }) => message)
    : [];
  extracted.set(resource, { mtimeMs, messages });
  return messages;
}
