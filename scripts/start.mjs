import path from "node:path";
import { bundleProgram } from "./src/process/bundle-program.mjs";

process.setSourceMapsEnabled(true);
await import(await bundleProgram(path.join(import.meta.dirname, "start.ts")));
