import { createHash } from "node:crypto";

/** Hex SHA-256 that recognizes the email of a removed user without storing it. */
export const emailHash = (canonicalEmail: string) => createHash("sha256").update(canonicalEmail).digest("hex");
