import { isReplicaFailure, isReplicaGone } from "./replica-failures";

const failure = (message: string, code?: string) =>
  new Error("Failed query", { cause: Object.assign(new Error(message), code && { code }) });

it.each([
  ["a connection that broke", failure("Connection terminated unexpectedly")],
  ["a reset connection", failure("read ECONNRESET", "ECONNRESET")],
  ["a frozen server", failure("The database stopped responding.", "ETIMEDOUT")],
  ["a shutdown", failure("terminating connection due to administrator command", "57P01")],
  ["a start", failure("the database system is starting up", "57P03")],
])("stops all reads of a replica after %s", (_name, error) => {
  expect([isReplicaFailure(error), isReplicaGone(error)]).toEqual([true, true]);
});

it.each([
  ["a full pool", failure("timeout exceeded when trying to connect")],
  [
    "a connection that takes too long",
    new Error("Connection terminated due to connection timeout", {
      cause: new Error("Connection terminated unexpectedly"),
    }),
  ],
  ["a slow response", failure("Query read timeout")],
  ["too many connections", failure("sorry, too many clients already", "53300")],
  ["a conflict with recovery", failure("canceling statement due to conflict with recovery", "40001")],
  ["a full disk for temporary files", failure("could not write to file", "53100")],
])("repeats only the read itself after %s", (_name, error) => {
  expect([isReplicaFailure(error), isReplicaGone(error)]).toEqual([true, false]);
});

it.each([
  ["a statement timeout", failure("canceling statement due to statement timeout", "57014")],
  ["a wrong statement", failure("syntax error", "42601")],
])("does not repeat a read after %s", (_name, error) => {
  expect([isReplicaFailure(error), isReplicaGone(error)]).toEqual([false, false]);
});
