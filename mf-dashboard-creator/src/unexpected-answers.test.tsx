import { runAlone } from "@conquest/shared/testing/run-alone";
import { tryOtherShapes, tryUnknownValues } from "@conquest/shared/testing/unexpected-answers";
import "./alone";

jest.mock("@conquest/shared/testing/run-alone", () => ({ runAlone: jest.fn() }));

const [remote, Routes, { answers, id = "1" }] = jest.mocked(runAlone).mock.calls[0]!;
const pages = remote.routes.map(({ path }) => path.replace(/:\w+/g, id));
const page = (path: string) => ({ path, Routes, session: { role: "creator" as const }, answers });

it.each(pages)("%s shows values that are newer than the part in words", (path) => tryUnknownValues(page(path)));

it.each(pages)("%s asks again for an answer of another shape, and leaves out bad elements", (path) => tryOtherShapes(page(path)));
