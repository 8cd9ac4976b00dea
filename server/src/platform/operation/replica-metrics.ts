import { Counter, Gauge, type Registry } from "prom-client";
import type { ReadReplicas } from "../../database/replicas/read-replicas";

export function measureReplicas(registers: Registry[], replicas: ReadReplicas): void {
  if (!replicas.isConfigured) return;
  const inUse = new Gauge({
    name: "database_replica_in_use",
    help: "1 if reads go to the replica",
    labelNames: ["replica"],
    registers,
    collect: () => {
      for (const { name, state } of replicas.status().replicas)
        inUse.set({ replica: name }, Number(state === "in use"));
    },
  });
  const lag = new Gauge({
    name: "database_replica_lag_seconds",
    help: "Upper bound of the age of what the replica shows",
    labelNames: ["replica"],
    registers,
    collect: () => {
      for (const { name, lagSeconds } of replicas.status().replicas) lag.set({ replica: name }, lagSeconds);
    },
  });
  const reads = new Counter({
    name: "database_reads_total",
    help: "Reads that a replica may answer, by the server that answered",
    labelNames: ["server"],
    registers,
    collect: () => {
      const { replicas: each, onPrimary } = replicas.status();
      reads.reset();
      reads.inc({ server: "primary" }, onPrimary);
      for (const { name, reads: count } of each) reads.inc({ server: name }, count);
    },
  });
  const repeated = new Counter({
    name: "database_reads_repeated_total",
    help: "Reads that failed on a replica and were repeated on the primary",
    registers,
    collect: () => {
      repeated.reset();
      repeated.inc(replicas.status().repeated);
    },
  });
}
