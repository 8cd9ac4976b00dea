/** Locks by which one server at a time runs a job. They end with the server. */
export interface JobLocks {
  /** Returns false if another server holds the lock; true again if this one does. */
  acquire(job: string): Promise<boolean>;
  release(job: string): Promise<void>;
  close(): Promise<void>;
}

/** For the embedded database, which only one server can open. */
export const ONLY_SERVER: JobLocks = {
  acquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
