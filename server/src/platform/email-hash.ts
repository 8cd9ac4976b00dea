import { createHash } from "node:crypto";

export const emailHash = (canonicalEmail: string) => createHash("sha256").update(canonicalEmail).digest("hex");
