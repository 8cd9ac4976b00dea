import { spawn } from "node:child_process";
import path from "node:path";
import { expect } from "@playwright/test";
import { freePort } from "../scripts/src/process/ports";
import type { SiteChild } from "../scripts/src/process/site-child";
import { root } from "../scripts/src/root";

/** Starts a second server with the database, uploaded files and identity provider of the first. */
export async function startSecond(databaseUrl: string, { identityUrl, dataFolder }: SiteChild, pictures: string) {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", "server/src/commands/server.ts"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      SITE_URL: "",
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(dataFolder, "database"),
      PICTURES_DIR: pictures,
      FIREBASE_AUTH_EMULATOR_HOST: new URL(identityUrl).host,
      LOG_LEVEL: "warn",
    },
  });
  const url = `http://localhost:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/api/ready`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("close", () => resolve());
      child.kill("SIGTERM");
    });
  return { url, stop };
}
