import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { findProgram } from "@conquest/server/src/testing/find-program";
import { postgresBinaries, unprivileged } from "@conquest/server/src/testing/start-postgres";
import { freePort } from "../process/ports";
import { root } from "../root";
import { pidOf, processTree, signalEach } from "./process-tree";
import { startRelay, type Relay } from "./relay";

const PROGRAMS = ["patroni", "patronictl", "etcd", "haproxy"] as const;
export const missingPrograms = PROGRAMS.filter((name) => findProgram(name) === null);

const PASSWORD = "trial";

export interface Machine {
  name: string;
  /** Address of PostgreSQL that bypasses the network, so it also works while the machine is cut off. */
  url: string;
  start(): void;
  signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
  /** Cuts every connection of the machine to etcd, the other machine and the servers. */
  setCut(isCut: boolean): void;
}

export interface Member {
  Member: string;
  Role: "Leader" | "Replica" | "Sync Standby";
  State: string;
}

export interface PatroniCluster {
  machines: readonly [Machine, Machine];
  /** Address of the database `conquest` through a HAProxy; there is one for each server. */
  urls: readonly [string, string];
  /** Addresses of the database `conquest` on each machine, over the network. */
  readUrls: readonly string[];
  members(): Promise<Member[]>;
  primary(): Promise<Machine>;
  /** Waits until one machine is the primary and the other one its synchronous standby; returns both. */
  waitUntilSynchronous(): Promise<{ primary: Machine; standby: Machine }>;
  switchOver(): Promise<void>;
  stop(): Promise<void>;
}

interface Ports {
  postgres: number;
  rest: number;
}

/** Starts etcd, two machines with deploy/patroni.yml and two HAProxies with deploy/haproxy.cfg; all addresses are relays. */
export async function startPatroniCluster(parent: string): Promise<PatroniCluster> {
  const user = unprivileged();
  const children = new Map<string, ChildProcess>();
  const relays: Relay[] = [];
  /** Only the machines connect through these, so a cut of one machine cuts all of them. */
  const replications: Relay[] = [];
  const folder = path.join(parent, "cluster");

  function makeFolder(...names: string[]): string {
    const made = path.join(folder, ...names);
    mkdirSync(made, { recursive: true, mode: 0o700 });
    if (user) chownSync(made, user.uid, user.gid);
    return made;
  }
  function write(name: string, text: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    if (user) chownSync(file, user.uid, user.gid);
    return file;
  }
  function run(name: string, program: string, args: readonly string[]): void {
    const log = openSync(path.join(folder, `${name}.log`), "a");
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ["ignore", log, log],
      env: { PATH: process.env["PATH"], HOME: folder, LC_ALL: "C.UTF-8" },
      ...(user ?? {}),
    });
    closeSync(log);
    children.set(name, child);
  }
  const endAll = () => {
    for (const machine of machines) machine.signal("SIGKILL");
    for (const child of children.values()) child.kill("SIGKILL");
  };
  const machines: Machine[] = [];
  makeFolder();
  process.once("exit", endAll);

  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [etcdPort, peerPort].map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const name = "etcd-1";
  run(name, findProgram("etcd")!, [
    "--enable-v2",
    ...["--name", name, "--data-dir", makeFolder("etcd")],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `${name}=${peer}`],
  ]);

  async function addMachine(name: string): Promise<Ports> {
    const own: Ports = { postgres: await freePort(), rest: await freePort() };
    const [database, replication] = [await startRelay(() => own.postgres), await startRelay(() => own.postgres)];
    const [rest, etcd] = [await startRelay(() => own.rest), await startRelay(() => etcdPort)];
    relays.push(database, rest, etcd);
    replications.push(replication);
    const home = makeFolder(name);
    const data = path.join(home, "data");
    const file = write(`${name}.yml`, patroniSettings({ name, own, replication, rest, etcd, home, data }));
    machines.push({
      name,
      url: `postgres://postgres:${PASSWORD}@127.0.0.1:${own.postgres}/postgres`,
      start: () => run(name, findProgram("patroni")!, [file]),
      signal: (signal) => signalEach([children.get(name)?.pid, pidOf(`-D ${data} `)].flatMap(processTree), signal),
      setCut(isCut) {
        for (const relay of [database, rest, etcd, ...replications]) relay.setCut(isCut);
      },
    });
    return { postgres: database.port, rest: rest.port };
  }
  const addresses = [await addMachine("db-1"), await addMachine("db-2")];

  const balancers: number[] = [];
  for (const name of ["haproxy-1", "haproxy-2"]) {
    const port = await freePort();
    balancers.push(port);
    run(name, findProgram("haproxy")!, ["-db", "-f", write(`${name}.cfg`, balancerSettings(port, addresses))]);
  }

  async function control(...args: string[]): Promise<string> {
    const settings = path.join(folder, "db-1.yml");
    // Not through the first machine's relay to etcd, which may be cut.
    const direct = readFileSync(settings, "utf8").replace(/^ {2}hosts: .*$/m, `  hosts: 127.0.0.1:${etcdPort}`);
    const file = write("patronictl.yml", direct);
    return (await promisify(execFile)(findProgram("patronictl")!, ["-c", file, ...args], { timeout: 60_000 })).stdout;
  }
  const members = async () => JSON.parse(await control("list", "--format", "json")) as Member[];
  const machineOf = (member: Member) => machines.find(({ name }) => name === member.Member)!;

  async function waitUntilSynchronous(): Promise<{ primary: Machine; standby: Machine }> {
    const end = performance.now() + 120_000;
    for (;;) {
      const list = await members().catch(() => []);
      const [primary, standby] = (["Leader", "Sync Standby"] as const).map((role) =>
        list.find(({ Role, State }) => Role === role && ["running", "streaming"].includes(State)),
      );
      if (primary && standby) return { primary: machineOf(primary), standby: machineOf(standby) };
      if (performance.now() > end) throw new Error(`No synchronous standby: ${JSON.stringify(list)}\n${logs()}`);
      await pause(500);
    }
  }
  const logs = () =>
    [...children.keys()]
      .map((name) => `${name}: ${readFileSync(path.join(folder, `${name}.log`), "utf8").slice(-2_000)}`)
      .join("\n");

  async function stop(): Promise<void> {
    process.off("exit", endAll);
    endAll();
    for (const relay of [...relays, ...replications]) relay.close();
    // The folder is deleted next, and must not be written to then.
    await pause(500);
  }

  try {
    await waitForEtcd(client);
    machines[0]!.start();
    await pause(1_000);
    machines[1]!.start();
    const { primary } = await waitUntilSynchronous();
    await createDatabase(primary.url);
  } catch (error) {
    await stop();
    throw error;
  }
  const urlAt = (port: number) => `postgres://conquest:${PASSWORD}@127.0.0.1:${port}/conquest`;
  return {
    machines: [machines[0]!, machines[1]!],
    urls: [urlAt(balancers[0]!), urlAt(balancers[1]!)],
    readUrls: addresses.map(({ postgres }) => urlAt(postgres)),
    members,
    waitUntilSynchronous,
    async primary() {
      const leader = (await members()).find(({ Role }) => Role === "Leader");
      if (!leader) throw new Error("There is no primary.");
      return machineOf(leader);
    },
    async switchOver() {
      await control("switchover", "conquest", "--force");
    },
    stop,
  };
}

const documented = (name: string) => readFileSync(path.join(root, "deploy", name), "utf8");

function patroniSettings(machine: {
  name: string;
  own: Ports;
  replication: Relay;
  rest: Relay;
  etcd: Relay;
  home: string;
  data: string;
}): string {
  const { name, own, replication, rest, etcd, home, data } = machine;
  return (
    documented("patroni.yml")
      .replace(/^name: .*$/m, `name: ${name}`)
      .replace("listen: 10.0.0.1:8008", `listen: 127.0.0.1:${own.rest}`)
      .replace("connect_address: 10.0.0.1:8008", `connect_address: 127.0.0.1:${rest.port}`)
      .replace("listen: 10.0.0.1:5432", `listen: 127.0.0.1:${own.postgres}`)
      .replace("connect_address: 10.0.0.1:5432", `connect_address: 127.0.0.1:${replication.port}`)
      // Otherwise Patroni would connect to the address that etcd announces, past the relay.
      .replace(/^ {2}hosts: .*$/m, `  hosts: 127.0.0.1:${etcd.port}\n  use_proxies: true`)
      .replaceAll("10.0.0.0/24", "127.0.0.1/32")
      .replaceAll(/[A-Z]+_PASSWORD/g, PASSWORD)
      .replace(/data_dir: .*/, `data_dir: ${data}`)
      .replace(/bin_dir: .*/, `bin_dir: ${postgresBinaries}`)
      .replace(/pgpass: .*/, `pgpass: ${path.join(home, "pgpass")}`)
      .replace(/unix_socket_directories: .*/, `unix_socket_directories: ${home}`)
  );
}

const balancerSettings = (port: number, addresses: readonly Ports[]) =>
  addresses.reduce(
    (text, { postgres, rest }, index) =>
      text.replace(`10.0.0.${index + 1}:5432 check port 8008`, `127.0.0.1:${postgres} check port ${rest}`),
    documented("haproxy.cfg").replace("127.0.0.1:5000", `127.0.0.1:${port}`),
  );

/** Until etcd has elected its leader, which then decides on the version, Patroni cannot use it. */
async function waitForEtcd(url: string): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    const version = await fetch(`${url}/version`).then(
      (response) => response.json() as Promise<{ etcdcluster: string }>,
      () => null,
    );
    if (version && version.etcdcluster !== "not_decided") return;
    if (performance.now() > end) throw new Error("etcd did not start.");
    await pause(100);
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create role conquest login password '${PASSWORD}'`);
  await client.query("create database conquest owner conquest encoding 'UTF8' locale 'C.UTF-8' template template0");
  await client.end();
}
