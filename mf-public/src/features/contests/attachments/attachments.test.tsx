import { screen, waitFor, within } from "@testing-library/react";
import { attachFile, removeAttachment } from "@conquest/shared/contracts/attachments";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import { aContestDetails, aFile, allowed, sampleId, samplePermissions } from "@conquest/shared/testing/samples";
import { stub, stubError } from "@conquest/shared/testing/stubs";
import { aViewer, renderContest } from "../testing/render-contest";

const logo = aFile({ _id: sampleId(61), name: "logo.pdf", kind: "pdf" });
const data = aFile({ _id: sampleId(62), name: "data.txt", kind: "text" });
const owner = {
  viewer: aViewer({ isOwner: true }),
  may: samplePermissions({ edit: { ...allowed, frozen: {} } }),
} as const;
const names = async () =>
  within(await screen.findByRole("list", { name: "Attachments" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => /\w+\.[a-z]+/.exec(textContent)?.[0]);

it("lists attachments for download, and nothing without any", async () => {
  renderContest({ attachments: [logo] });
  const download = await screen.findByRole("link", { name: "Download logo.pdf" });
  expect(download).toHaveAttribute("href", `/api/entry-files/${logo._id}`);
  expect(screen.queryByText("Add files")).not.toBeInTheDocument();
});

it("shows no section without attachments", async () => {
  renderContest({});
  await screen.findByRole("heading", { level: 2, name: "Brief" });
  expect(screen.queryByRole("heading", { name: "Attachments" })).not.toBeInTheDocument();
});

it("lets the creator add and remove files", async () => {
  let attachments: StoredFile[] = [logo];
  const page = renderContest({ ...owner, attachments }, {}, [
    stub(getContestDetails, () => aContestDetails({ ...owner, attachments })),
    stub(uploadEntryFile, data),
    stub(attachFile, ({ body: { fileId } }) => {
      attachments = fileId === data._id ? [logo, data] : attachments;
      return { attachments };
    }),
    stub(removeAttachment, ({ params: { fileId } }) => {
      attachments = attachments.filter(({ _id }) => _id !== fileId);
      return { attachments };
    }),
  ]);
  await page.user.upload(
    await screen.findByLabelText("Add files"),
    new File(["1,2"], "data.txt", { type: "text/plain" }),
  );
  await screen.findByRole("button", { name: "Remove data.txt" });
  expect(await names()).toEqual(["logo.pdf", "data.txt"]);
  await page.user.click(screen.getByRole("button", { name: "Remove logo.pdf" }));
  await waitFor(async () => expect(await names()).toEqual(["data.txt"]));
});

it("says why a file could not be added", async () => {
  const page = renderContest(owner, {}, [
    stub(uploadEntryFile, data),
    stubError(attachFile, 409, "too_many_attachments", "You can add up to 10 files"),
  ]);
  await page.user.upload(
    await screen.findByLabelText("Add files"),
    new File(["1,2"], "data.txt", { type: "text/plain" }),
  );
  expect(await screen.findByText("You can add up to 10 files")).toBeVisible();
});
