import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export const text = z.string().min(1);
export const texts = z.array(text).min(1);
export const count = z.number().int().nonnegative();

/** Reads a file of `content`, normalized to NFC like all stored text. Throws if it does not match the schema. */
export function readContent<Schema extends z.ZodType>(name: string, schema: Schema): z.infer<Schema> {
  const file = path.join(import.meta.dirname, `content/${name}.json`);
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, "utf8").normalize("NFC")));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is invalid:\n${z.prettifyError(parsed.error)}`);
}
