/** A signed-in caller, who must see what they have written. */
export interface Reader {
  userId: string;
  /** WAL position in bytes that a replica must have replayed; null: not known, so only the primary is asked. */
  writtenTo: bigint | null;
}

export type ReplicaState = "in use" | "behind" | "unreachable" | "not a standby" | "another database";

export type ReplicaListener = (name: string, state: ReplicaState, reason?: string) => void;

export interface ReplicaStatus {
  /** Host and port. */
  name: string;
  state: ReplicaState;
  /** In seconds; nothing that it shows is older. Infinity if it is not known. */
  lagSeconds: number;
  /** Reads that it answered, without those that were repeated on the primary. */
  reads: number;
}

/** Reads on streaming replicas of PostgreSQL. */
export interface ReadReplicas {
  /** Otherwise everything runs on the primary, and nothing is recorded. */
  readonly isConfigured: boolean;
  /** Returns where statements of the running code go: 0 is the primary, and the replicas follow. */
  currentSource(): number;
  /**
   * Runs reads without effects on a replica that is caught up, and again on the primary if the replica fails. Visitors
   * have no `reader`.
   */
  read<T>(work: () => Promise<T>, reader?: Reader): Promise<T>;
  /** Runs visitors' reads on this source; returns null if it is out of use. */
  readAt<T>(source: number, work: () => Promise<T>): Promise<T | null>;
  /** Call it after the writes of a user, before they are acknowledged. */
  recordWrite(userId: string): Promise<void>;
  status(): { replicas: ReplicaStatus[]; onPrimary: number; repeated: number };
}

export const PRIMARY_ONLY: ReadReplicas = {
  isConfigured: false,
  currentSource: () => 0,
  read: (work) => work(),
  readAt: (_source, work) => work(),
  recordWrite: () => Promise.resolve(),
  status: () => ({ replicas: [], onPrimary: 0, repeated: 0 }),
};
