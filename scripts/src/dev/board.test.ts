import { createBoard, isReadyAt, rowAt, type Row } from "./board";

function aBoard(part: Partial<Row> = {}) {
  const board = createBoard();
  board.set("server", { phase: "ready" });
  board.set("shell", { phase: "ready", hash: "1" });
  board.set("mf-public", { phase: "ready", hash: "1", paths: ["/", "/contest/:id"], ...part });
  board.set("mf-other", { phase: "waiting", paths: ["/contest/new"] });
  return board;
}

it("finds the part of a path", () => {
  const state = aBoard().state();
  expect(rowAt(state, "/contest/12")?.name).toBe("mf-public");
  expect(rowAt(state, "/contest/new")?.name).toBe("mf-other");
  expect(rowAt(state, "/nowhere")).toBeUndefined();
});

it.each<[string, Partial<Row>, boolean]>([
  ["its part is ready", {}, true],
  ["its part compiles an edit", { phase: "compiling" }, true],
  ["its part compiles first", { phase: "starting", hash: null }, false],
  ["its part is waiting", { phase: "waiting", hash: null, hasLastBuild: true }, false],
  ["its part ended and has a last build", { phase: "away", hasLastBuild: true }, true],
  ["its part ended without a last build", { phase: "away", hasLastBuild: false }, false],
  ["its part never compiled and has a last build", { phase: "errors", hash: null, hasLastBuild: true }, true],
  ["its part has new errors", { phase: "errors", hash: "1" }, true],
])("isReadyAt if %s: %#", (_, part, isReady) => {
  expect(isReadyAt(aBoard(part).state(), "/")).toBe(isReady);
});

it("is not ready without the server or the shell", () => {
  for (const name of ["server", "shell"]) {
    const board = aBoard();
    board.set(name, { phase: "away" });
    expect(isReadyAt(board.state(), "/")).toBe(false);
  }
});

it("clears the problems of one source only", () => {
  const board = aBoard();
  board.setProblems("shell", [{ message: "one" }, { message: "two" }]);
  board.setProblems("types", [{ message: "three" }]);
  board.setProblems("shell", []);
  expect(board.state().problems).toEqual([{ from: "types", message: "three" }]);
});
