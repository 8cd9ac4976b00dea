import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { trackChildProcess } from "../process/children";
import { createCertificate } from "../process/create-certificate";
import { freePort, isPortFree } from "../process/ports";
import { root } from "../root";

export interface RunningNginx {
  url: string;
  plainUrl: string;
  logFile: string;
  child: ChildProcess;
}

/**
 * Starts nginx with deploy/nginx.conf in front of these ports, changing only names, ports, certificate and log paths.
 */
export async function startNginx(
  nginx: string,
  folder: string,
  ports: readonly number[],
  { isLimited = false, isCaching = true } = {},
): Promise<RunningNginx> {
  const { key, cert } = await createCertificate();
  await mkdir(path.join(folder, "nginx"), { recursive: true });
  // nginx' workers run as another user, who must reach the cache inside.
  await chmod(folder, 0o711);
  const file = (name: string) => path.join(folder, "nginx", name);
  await writeFile(file("key.pem"), key);
  await writeFile(file("cert.pem"), cert);
  const [plain, secure] = [await freePort(), await freePort()];
  const documented = await readFile(path.join(root, "deploy/nginx.conf"), "utf8");
  const site = documented
    .replace(/127\.0\.0\.1:3001/, `127.0.0.1:${ports[0]}`)
    .replace(/127\.0\.0\.1:3002/, `127.0.0.1:${ports[1]}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${plain};`)
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${secure} ssl http2;`)
    .replace(/^ *listen \[::\].*$/gm, "")
    .replace(/ssl_certificate .*;/, `ssl_certificate ${file("cert.pem")};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${file("key.pem")};`)
    .replaceAll("/var/log/nginx/", `${path.join(folder, "nginx")}/`)
    .replace("/var/cache/conquest-edge", file("cache"));
  // The load comes from one address, so limits are removed and the client address is faked, see load.ts.
  const unlimited = site
    .replace(/^ *limit_.*$/gm, "")
    .replaceAll("X-Forwarded-For $remote_addr", "X-Forwarded-For $http_x_forwarded_for");
  const limited = isLimited ? site : unlimited;
  await writeFile(file("site.conf"), isCaching ? limited : limited.replace(/proxy_cache +conquest_edge;/, ""));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${file(name)};`)
    .join("\n");
  await writeFile(
    file("nginx.conf"),
    `worker_processes 1;\ndaemon off;\npid ${file("pid")};\nerror_log ${file("main.log")} warn;\nevents { worker_connections 1024; }\nhttp {\naccess_log off;\n${temporary}\ninclude ${file("site.conf")};\n}\n`,
  );
  const child = spawn(nginx, ["-c", file("nginx.conf"), "-p", folder], { stdio: "inherit" });
  trackChildProcess(child);
  for (let tried = 0; await isPortFree(secure); tried += 1) {
    if (tried === 100)
      throw new Error(`nginx did not start:\n${await readFile(file("main.log"), "utf8").catch(() => "")}`);
    await pause(100);
  }
  return {
    url: `https://localhost:${secure}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    logFile: file("conquest.log"),
    child,
  };
}
