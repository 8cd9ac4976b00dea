import { createHash } from "node:crypto";

/** By this the address of a removed person is recognised, without being kept. Hex. */
export const emailHash = (canonicalEmail: string) => createHash("sha256").update(canonicalEmail).digest("hex");
