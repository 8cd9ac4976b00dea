import { renameSync, rmSync, truncateSync } from "node:fs";
import path from "node:path";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { exportEntries } from "@conquest/shared/contracts/judging/judged-entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { testServer, type Person } from "../../../testing/test-server";
import { filesFolder } from "../../../testing/files-folder";
import { contestSteps } from "../../../testing/contest-steps";
import { readZip } from "../../../testing/read-zip";

const place = filesFolder();
const site = testServer({ config: { files: place } });
const { api, people } = site;
const steps = contestSteps(site);

const archive = (person: Person, id: string) =>
  api.as(person).send({ url: `/api${exportEntries.path.replace(":contestId", id)}?as=zip` });

async function createContest() {
  const creator = await people.creator();
  const id = await steps.open(creator, { hidesNames: false });
  const rafi = await people.user({ name: "Rafi" });
  await steps.join(rafi, id);
  const files: string[] = [];
  for (const name of ["one", "two", "three"])
    files.push(
      (
        await api
          .as(rafi)
          .call(uploadEntryFile, { query: { name: `${name}.pdf` }, body: Buffer.from(`%PDF-1.7\n${name}\n%%EOF`) })
      )._id,
    );
  await api
    .as(rafi)
    .call(submitEntry, { params: { contestId: id }, body: { text: "Three posters of rivers.", files } });
  return {
    creator,
    id,
    at: files.map((file) => path.join(place.folder, file.slice(0, 2), `${file}-whole.pdf`)),
    files,
  };
}

it("archives contain all readable files and list the others, which are logged", async () => {
  const { creator, id, at, files } = await createContest();
  rmSync(at[0]!);
  truncateSync(at[2]!, 4);
  const log = jest.spyOn(site.app.log, "error");
  const { rawPayload, statusCode } = await archive(creator, id);
  expect(statusCode).toBe(200);
  const archived = readZip(rawPayload);
  const [, instead] = Object.keys(archived) as [string, string];
  const entry = instead.slice(0, instead.indexOf("/"));
  expect(Object.keys(archived)).toEqual([
    "entries.csv",
    `${entry}/one.pdf (missing).txt`,
    `${entry}/two.pdf`,
    `${entry}/three.pdf (missing).txt`,
    "Missing files.txt",
  ]);
  expect(String(archived[`${entry}/two.pdf`])).toBe("%PDF-1.7\ntwo\n%%EOF");
  expect(String(archived["Missing files.txt"])).toContain(`\r\n\r\n${entry}/one.pdf\r\n${entry}/three.pdf\r\n`);
  expect(
    log.mock.calls
      .filter(([, words]) => words !== "request")
      .map(([about]) => (about as unknown as { file: string }).file),
  ).toEqual([files[0], files[2]]);
});

it("archives are rejected while file storage is unavailable, but tables are not", async () => {
  const { creator, id } = await createContest();
  renameSync(place.folder, `${place.folder}.away`);
  const response = await archive(creator, id);
  expect([
    response.statusCode,
    response.json<{ error: { code: string } }>().error.code,
    response.headers["retry-after"],
  ]).toEqual([503, "files_away", "5"]);
  expect((await api.as(creator).send({ url: `/api${exportEntries.path.replace(":contestId", id)}` })).statusCode).toBe(
    200,
  );
});
