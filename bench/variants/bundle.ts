import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { runNode } from "@conquest/scripts/src/process/run-command";
import { root } from "@conquest/scripts/src/root";
import { contentTypeOf } from "@conquest/server/src/releases/store/content-type";
import type { Certificate } from "../front/certificate";
import { openFront, type OwnFile } from "../front/front";
import type { FrontedSite } from "./open-site";

const folder = path.join(root, ".conquest/bench/bundle");
const webpack = path.join(
  path.dirname(createRequire(import.meta.url).resolve("webpack-cli/package.json")),
  "bin/cli.js",
);
const config = path.join(root, "bench/bundle/bundle-config.mjs");

async function build(): Promise<void> {
  const code = await runNode([webpack, "--mode", "production", "--config", config]);
  if (code !== 0) throw new Error("The bundle does not build.");
}

const compressed = (name: string, content: Buffer, cacheControl: string): OwnFile => {
  const contentType = contentTypeOf(name);
  const isText = /^text\/|json|javascript|svg/.test(contentType);
  return {
    contentType,
    cacheControl,
    ...(isText ? { content: brotliCompressSync(content), encoding: "br" } : { content }),
  };
};

/** Embeds the site's configuration and registry as JSON, without the registry fields that only runtime loading needs. */
function dataBlocks(html: string, registry: unknown): string {
  const blocks = [...html.matchAll(/<script type="application\/json" id="(conquest-config)">([^<]*)<\/script>/g)];
  const registryText = JSON.stringify(registry, (name, value: unknown) =>
    name === "files" || name === "integrity" ? {} : name === "previous" ? null : value,
  );
  return [...blocks.map(([, id, json]) => [id, json]), ["conquest-registry", registryText]]
    .map(([id, json]) => `<script type="application/json" id="${id}">${json!.replaceAll("<", "\\u003c")}</script>`)
    .join("\n");
}

/** Builds and serves the sources as one ordinary bundle that uses the API of `site`. */
export async function openBundle(
  certificate: Certificate,
  site: FrontedSite,
): Promise<{ url: string; close(): Promise<void> }> {
  await build();
  const files = new Map<string, OwnFile>();
  for (const name of await readdir(folder)) {
    if (!/\.(html|map|json)$/.test(name)) {
      files.set(
        `/bundle/${name}`,
        compressed(name, await readFile(path.join(folder, name)), "public, max-age=31536000, immutable"),
      );
    }
  }
  const template = await readFile(path.join(folder, "index.html"), "utf8");
  const pages = new Map<string, OwnFile>();

  async function pageAt(address: string): Promise<OwnFile> {
    const html = await (await fetch(`http://127.0.0.1:${site.port}${address}`)).text();
    const registry = await (await fetch(`http://127.0.0.1:${site.port}/mf/registry.json`)).json();
    const page = compressed(
      "index.html",
      Buffer.from(template.replace("</head>", () => `${dataBlocks(html, registry)}\n</head>`)),
      "no-cache",
    );
    pages.set(address, page);
    return page;
  }

  const front = await openFront(certificate);
  front.behind = site.port;
  front.own = async (address) => {
    if (/^\/(?:api|mf|media)\//.test(address) || /\.\w+$/.test(address)) return files.get(address);
    return pages.get(address) ?? pageAt(address);
  };
  return { url: front.url, close: front.close };
}
