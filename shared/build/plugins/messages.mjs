import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { catalogFiles, readCatalog, TRANSLATED } from "@conquest/shared/build/messages/catalogs.mjs";
import { extractMessages, importsMessages } from "@conquest/shared/build/messages/extract-messages.mjs";
import { accented } from "@conquest/shared/build/messages/accented.mjs";

const SHARED = path.resolve(import.meta.dirname, "../..");

/** The server reads this form, see server/src/pages/page-messages.ts. */
const asScript = (catalog) => `(self.conquestMessages??=[]).push(${JSON.stringify(catalog)})\n`;

/**
 * Emits the translations of a page's messages: a script per language, which adds them to `conquestMessages`. `pseudo`
 * translates every message to itself with accents, so that other texts can be seen.
 */
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
   * Returns the messages of the modules that `entries` reach, `also` included. A page of which no own message is
   * translated has none: it is English, with all that it shares with other pages.
   */
  messagesFrom(entries, { except = new Set(), also = [] } = {}) {
    const { moduleGraph } = this.compilation;
    const modules = new Set(entries);
    for (const module of modules)
      for (const { module: next, dependency } of moduleGraph.getOutgoingConnections(module))
        if (next && !except.has(dependency)) modules.add(next);
    const own = new Set();
    const all = new Set(also);
    for (const { resource } of modules)
      for (const message of messagesOf(resource)) {
        all.add(message);
        if (isBelow(this.folder, resource)) own.add(message);
      }
    return { own, all };
  }

  /** Returns the emitted files by language as `messages`; nothing if there are none. */
  emit(name, { own, all }) {
    const files = {};
    for (const [language, translations] of Object.entries(this.catalogs)) {
      const translate = (message) => (this.isPseudo ? accented(message) : translations[message]);
      if (![...own].some(translate)) continue;
      const pairs = [...all].sort().flatMap((message) => {
        const translation = translate(message);
        return translation ? [[message, translation]] : [];
      });
      const content = asScript(Object.fromEntries(pairs));
      files[language] = `messages/${name}.${language}${this.hash(content)}.js`;
      const { RawSource } = this.compilation.compiler.webpack.sources;
      // A minifier would remove quotes, and the server could not read it.
      this.compilation.emitAsset(files[language], new RawSource(content), { minimized: true });
    }
    return Object.keys(files).length > 0 ? { messages: files } : {};
  }

  hash(content) {
    if (this.compilation.options.mode !== "production") return "";
    return `.${createHash("sha256").update(content).digest("hex").slice(0, 8)}`;
  }
}

const isBelow = (folder, file) => file?.startsWith(folder + path.sep);

const extracted = new Map();

function messagesOf(resource) {
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
