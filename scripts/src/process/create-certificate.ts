import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Returns a new key and a self-signed certificate for https://localhost as PEM texts, valid for 30 days.
 *
 * @throws if the `openssl` command is missing or fails.
 */
export async function createCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-certificate-"));
  const [keyFile, certFile] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyFile];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  try {
    await run("openssl", ["req", "-x509", "-sha256", "-days", "30", ...key, ...names, "-out", certFile]);
    return { key: await readFile(keyFile, "utf8"), cert: await readFile(certFile, "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error("Install the openssl command: it creates the certificate for https://localhost.", { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
