import fs from "node:fs";
import path from "node:path";
import {
  catalogFiles,
  catalogOf,
  readCatalog,
  textsOfRemote,
  TRANSLATED,
} from "@conquest/shared/build/messages/catalogs.mjs";
import { messageKey } from "@conquest/shared/build/messages/message-key.mjs";
import { messageProblems, translationProblems } from "@conquest/shared/build/messages/check-translation.mjs";
import { extractMessages, importsMessages } from "@conquest/shared/build/messages/extract-messages.mjs";

const SOURCE = /\.tsx?$/;
const NO_SOURCE = /\.test\.tsx?$|[\\/](?:testing|build|styles|node_modules|dist)[\\/]/;

export const workspacesIn = (root) =>
  fs
    .readdirSync(root)
    .filter(
      (name) => /^(?:server|shared|shell|mf-.+)$/.test(name) && fs.existsSync(path.join(root, name, "package.json")),
    )
    .sort()
    .map((name) => path.join(root, name));

/**
 * Compares the catalogs of a workspace with its sources. Returns the correct files by name; null for one without
 * messages. `translations` and `byKey` come from other workspaces: a message has one of each.
 */
export function planCatalogs(workspace, translations = new Map(), byKey = new Map()) {
  const { byCatalog, problems } = messagesOf(workspace);
  const files = new Map();
  let missing = 0;
  for (const language of TRANSLATED) {
    const present = catalogFiles(workspace, language);
    const known = Object.assign({}, ...present.map(readCatalog));
    present.forEach((file) => files.set(file, null));
    for (const [name, messages] of byCatalog) {
      const file = path.join(workspace, "messages", `${name}.${language}.json`);
      // A moved message keeps its translation.
      const before = { ...known, ...(present.includes(file) && readCatalog(file)) };
      const catalog = Object.fromEntries([...messages].sort().map((message) => [message, before[message] ?? ""]));
      files.set(file, `${JSON.stringify(catalog, null, 2)}\n`);
      for (const [message, translation] of Object.entries(catalog)) {
        const where = `${path.basename(workspace)}/messages/${path.basename(file)}: “${message}”`;
        const same = byKey.get(messageKey(message)) ?? message;
        if (same !== message) problems.push(`${where} has the same key as “${same}”: change a word.`);
        byKey.set(messageKey(message), message);
        if (translation === "") missing += 1;
        else
          problems.push(
            ...translationProblems(message, translation, language).map((problem) => `${where}: ${problem}.`),
          );
        const key = `${language} ${message}`;
        const other = translations.get(key) ?? translation;
        if (translation && other !== translation)
          problems.push(`${where} is translated differently elsewhere: “${other}”.`);
        if (translation) translations.set(key, translation);
      }
    }
  }
  return { files, problems, missing };
}

function messagesOf(workspace) {
  const byCatalog = new Map();
  const problems = [];
  const add = (catalog, message, where) => {
    byCatalog.set(catalog, (byCatalog.get(catalog) ?? new Set()).add(message));
    problems.push(...messageProblems(message).map((problem) => `${where}: “${message}”: ${problem}.`));
  };
  for (const entry of fs.readdirSync(workspace, { recursive: true }).sort()) {
    if (!SOURCE.test(entry) || NO_SOURCE.test(`/${entry}`)) continue;
    const file = path.join(workspace, entry);
    const source = fs.readFileSync(file, "utf8");
    if (!importsMessages(source)) continue;
    const name = path.join(path.basename(workspace), entry);
    const found = extractMessages(source, name);
    problems.push(...found.problems);
    for (const { message, line } of found.messages) add(catalogOf(file), message, `${name}:${line}`);
  }
  const remoteFile = path.join(workspace, "remote.json");
  if (fs.existsSync(remoteFile))
    for (const text of textsOfRemote(readCatalog(remoteFile)))
      add("common", text, `${path.basename(workspace)}/remote.json`);
  return { byCatalog, problems };
}

export const outdatedFiles = ({ files }) =>
  [...files].filter(([file, content]) => content !== (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null));

export function writeCatalogs(plan) {
  for (const [file, content] of outdatedFiles(plan)) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (content === null) fs.rmSync(file);
    else fs.writeFileSync(file, content);
  }
}
