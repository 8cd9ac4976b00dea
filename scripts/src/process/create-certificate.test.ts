import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { createCertificate } from "./create-certificate";

it("creates a certificate for localhost with its key", async () => {
  const { key, cert } = await createCertificate();
  const certificate = new X509Certificate(cert);
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(() => createSecureContext({ key, cert })).not.toThrow();
});

it("names the missing command", async () => {
  const { PATH } = process.env;
  process.env["PATH"] = "/nonexistent";
  try {
    await expect(createCertificate()).rejects.toThrow("Install the openssl command");
  } finally {
    process.env["PATH"] = PATH;
  }
});
