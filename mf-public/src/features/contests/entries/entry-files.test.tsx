import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { fileField, getMyEntry, submitEntry } from "@conquest/shared/contracts/entries";
import { removeEntryFile, uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { samplePermissions, aFile, allowed, anEntry, sampleId } from "@conquest/shared/testing/samples";
import { stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import { aViewer, renderContest } from "../testing/render-contest";

beforeEach(() => sessionStorage.clear());

describe("the files of an entry", () => {
  const joinedContest = {
    viewer: aViewer({ hasJoined: true }),
    may: samplePermissions({ submit: allowed, leave: allowed }),
  };
  const aPdf = (name: string, size = 1200) => new File([new Uint8Array(size)], name, { type: "application/pdf" });
  let ids: string[] = [];
  beforeEach(() => void (ids = []));
  const uploaded = stub(uploadEntryFile, ({ query: { name } }) => {
    const _id = sampleId(100 + ids.length);
    ids.push(_id);
    return aFile({ _id, name, kind: "pdf", bytes: 1200, width: null, height: null });
  });
  const nothingYet = stub(getMyEntry, { entry: null });
  const submitted = stub(submitEntry, anEntry());
  const add = () => screen.findByLabelText(/Add files/);
  const added = async () => within(await screen.findByRole("list", { name: "Files added" }));
  const sent = (calls: { endpoint: unknown; body: unknown }[]) =>
    calls.find(({ endpoint }) => endpoint === submitEntry)?.body;

  it("are uploaded one by one and submitted with the entry", async () => {
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet, uploaded, submitted]);
    await user.upload(await add(), [aPdf("poster.pdf"), aPdf("sketch.pdf")]);
    const list = await added();
    expect(await list.findByRole("button", { name: "Remove sketch.pdf" })).toBeVisible();
    expect(list.getAllByText("PDF, 1.2 kB")).toHaveLength(2);
    const uploads = calls.filter(({ endpoint }) => endpoint === uploadEntryFile);
    expect(uploads.map(({ query }) => query)).toEqual([{ name: "poster.pdf" }, { name: "sketch.pdf" }]);
    expect(uploads[0]!.body).toBeInstanceOf(File);
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("Entry submitted")).toBeVisible();
    expect(sent(calls)).toEqual({ text: "My poster", link: "", files: ids, showIfWins: true, replaces: null });
  });

  it("show their progress, and end a waiting submission if one is removed", async () => {
    let arrive = () => {};
    const slow: Stub = {
      endpoint: uploadEntryFile,
      answer: ({ sent: report }) => {
        report(0.42);
        return new Promise((resolve) => {
          arrive = () => {
            report(1);
            resolve({ status: 200, data: aFile({ name: "poster.pdf", kind: "pdf", width: null, height: null }) });
          };
        });
      },
    };
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet, slow]);
    await user.upload(await add(), [aPdf("poster.pdf", 2048), aPdf("sketch.pdf", 2048)]);
    const list = await added();
    expect(await list.findByText("42% of 2 kB uploaded")).toBeVisible();
    expect(list.getByRole("progressbar", { name: "Uploading poster.pdf" })).toHaveAttribute("value", "42");
    expect(list.getByText("Waiting, 2 kB")).toBeVisible();
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByRole("button", { name: "Uploading…" })).toHaveAttribute("aria-busy", "true");
    await user.click(list.getByRole("button", { name: "Cancel sketch.pdf" }));
    expect(await screen.findByRole("button", { name: "Submit entry" })).not.toHaveAttribute("aria-busy");
    act(() => arrive());
    expect(await list.findByRole("button", { name: "Remove poster.pdf" })).toBeVisible();
    expect(list.queryByText(/sketch/)).not.toBeInTheDocument();
    expect(calls.some(({ endpoint }) => endpoint === submitEntry)).toBe(false);
  });

  it("delay submission until they are uploaded, also of text typed since", async () => {
    const arrivals: (() => void)[] = [];
    const slow: Stub = {
      endpoint: uploadEntryFile,
      answer: ({ query }) =>
        new Promise((resolve) => {
          const { name } = query as { name: string };
          const data = aFile({ _id: sampleId(100 + arrivals.length), name, kind: "pdf", width: null, height: null });
          arrivals.push(() => resolve({ status: 200, data }));
        }),
    };
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet, slow, submitted]);
    await user.upload(await add(), [aPdf("poster.pdf"), aPdf("sketch.pdf")]);
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("We'll submit your entry when your files are uploaded.")).toBeVisible();
    await user.type(screen.getByLabelText("Text"), " of a river");
    await user.click(screen.getByRole("button", { name: "Uploading…" }));
    act(() => arrivals[0]!());
    await waitFor(() => expect(arrivals).toHaveLength(2));
    expect(sent(calls)).toBeUndefined();
    act(() => arrivals[1]!());
    expect(await screen.findByText("Entry submitted")).toBeVisible();
    expect(calls.filter(({ endpoint }) => endpoint === submitEntry)).toHaveLength(1);
    expect(sent(calls)).toMatchObject({ text: "My poster of a river", files: [sampleId(100), sampleId(101)] });
  });

  it("stop a waiting submission with a message at the button if an upload fails", async () => {
    let fail = () => {};
    const failing: Stub = {
      endpoint: uploadEntryFile,
      answer: () =>
        new Promise((resolve) => {
          fail = () => resolve({ status: 503, data: { error: { code: "busy", message: "Many files." } } });
        }),
    };
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet, failing]);
    await user.upload(await add(), aPdf("poster.pdf"));
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    await screen.findByRole("button", { name: "Uploading…" });
    act(() => fail());
    const note = await screen.findByText("Couldn't save your entry");
    expect(note.closest("[role=alert]")).toHaveTextContent("“poster.pdf” wasn't uploaded. Try again or remove it.");
    expect(screen.getByRole("button", { name: "Submit entry" })).toBeVisible();
    expect(sent(calls)).toBeUndefined();
  });

  it("show why an upload failed, block submission, and can be retried", async () => {
    let tries = 0;
    const flaky: Stub = {
      endpoint: uploadEntryFile,
      answer: () =>
        tries++ === 0
          ? { status: 503, data: { error: { code: "busy", message: "Many files are coming in right now." } } }
          : { status: 200, data: aFile({ name: "poster.pdf" }) },
    };
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet, flaky]);
    await user.upload(await add(), aPdf("poster.pdf"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Many files are coming in right now.");
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("“poster.pdf” wasn't uploaded. Try again or remove it.")).toBeVisible();
    expect(calls.some(({ endpoint }) => endpoint === submitEntry)).toBe(false);
    await user.click(screen.getByRole("button", { name: "Retry poster.pdf" }));
    expect(await screen.findByRole("button", { name: "Remove poster.pdf" })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.queryByText(/was not uploaded/)).not.toBeInTheDocument();
  });

  it("can only be removed if they were rejected", async () => {
    const refusal = "“poster.pdf” is not what its name says: it is plain text, and no PDF.";
    const { user } = renderContest(joinedContest, {}, [
      nothingYet,
      stubError(uploadEntryFile, 422, "bad_input", refusal, { file: refusal }),
    ]);
    await user.upload(await add(), aPdf("poster.pdf"));
    expect(await screen.findByRole("alert")).toHaveTextContent(refusal);
    expect(screen.queryByRole("button", { name: /^Try/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Remove poster.pdf" }));
    expect(screen.queryByText(refusal)).not.toBeInTheDocument();
  });

  it("are all named in the error if their uploads failed", async () => {
    const answer: Stub["answer"] = ({ query }) =>
      (query as { name: string }).name === "busy.pdf"
        ? { status: 503, data: { error: { code: "busy", message: "Many files are coming in." } } }
        : { status: 422, data: { error: { code: "bad_input", message: "No PDF.", fields: { file: "No PDF." } } } };
    const { user } = renderContest(joinedContest, {}, [nothingYet, { endpoint: uploadEntryFile, answer }]);
    await user.upload(await add(), [aPdf("poster.pdf"), aPdf("sketch.pdf")]);
    await waitFor(() => expect(screen.getAllByText("No PDF.")).toHaveLength(2));
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(
      await screen.findByText("“poster.pdf”, “sketch.pdf” weren't uploaded. Remove them to submit."),
    ).toBeVisible();
    await user.upload(await add(), aPdf("busy.pdf"));
    await screen.findByText("Many files are coming in.");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(
      await screen.findByText("“poster.pdf”, “sketch.pdf”, “busy.pdf” weren't uploaded. Try again or remove them."),
    ).toBeVisible();
  });

  it("are not sent if they are too large, empty or a program", async () => {
    const large = aPdf("large.pdf", 1);
    Object.defineProperty(large, "size", { value: 12 * 1024 * 1024 });
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet]);
    await user.upload(await add(), [large, aPdf("empty.pdf", 0), aPdf("poster.EXE")]);
    const list = await added();
    expect(list.getByText("This file is too large: 12 MB. The limit is 10 MB.")).toBeVisible();
    expect(list.getByText("Files ending in “.exe” can contain programs or scripts. Put it in a ZIP.")).toBeVisible();
    expect(list.getByText("This file is empty.")).toBeVisible();
    expect(list.queryByRole("button", { name: /^Try/ })).not.toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Remove large.pdf" }));
    expect(await add()).toHaveFocus();
    expect(calls.some(({ endpoint }) => endpoint === uploadEntryFile)).toBe(false);
  });

  it("are limited to five, with a message about the rest", async () => {
    const { user } = renderContest(joinedContest, {}, [nothingYet, uploaded]);
    await user.upload(
      await add(),
      Array.from({ length: 7 }, (_, index) => aPdf(`${index}.pdf`)),
    );
    expect(await screen.findByText("5 files at most: “5.pdf”, “6.pdf” weren't added.")).toBeVisible();
    expect(await (await added()).findByRole("button", { name: "Remove 4.pdf" })).toBeVisible();
    expect((await added()).getAllByRole("listitem")).toHaveLength(5);
  });

  it("do not count towards the limit if they were rejected", async () => {
    const { user } = renderContest(joinedContest, {}, [nothingYet, uploaded]);
    await user.upload(
      await add(),
      Array.from({ length: 5 }, (_, index) => aPdf(`${index}.pdf`, 0)),
    );
    await user.upload(await add(), aPdf("good.pdf"));
    expect(await (await added()).findByRole("button", { name: "Remove good.pdf" })).toBeVisible();
    expect(screen.queryByText(/n't added/)).not.toBeInTheDocument();
  });

  it("free their slot for files chosen together if they are rejected", async () => {
    const answer: Stub["answer"] = (asked) =>
      (asked.query as { name: string }).name === "x.heic"
        ? stubError(uploadEntryFile, 422, "bad_input", "No HEIC.", { file: "No HEIC." }).answer(asked)
        : uploaded.answer(asked);
    const { user } = renderContest(joinedContest, {}, [nothingYet, { endpoint: uploadEntryFile, answer }]);
    await user.upload(
      await add(),
      Array.from({ length: 4 }, (_, index) => aPdf(`${index}.pdf`)),
    );
    const list = await added();
    await list.findByRole("button", { name: "Remove 3.pdf" });
    await user.upload(await add(), [aPdf("empty.pdf", 0), aPdf("x.heic"), aPdf("good.pdf")]);
    expect(
      await list.findByText("PDF, 1.2 kB", { selector: "li:has(button[aria-label='Remove good.pdf']) *" }),
    ).toBeVisible();
    expect(list.getByText("No HEIC.")).toBeVisible();
    expect(list.getByText("This file is empty.")).toBeVisible();
    expect(screen.queryByText(/n't added/)).not.toBeInTheDocument();
  });

  it("are named, up to three, if they exceed the limit", async () => {
    const { user } = renderContest(joinedContest, {}, [
      nothingYet,
      uploaded,
      stub(removeEntryFile, { deletedCount: 1 }),
    ]);
    await user.upload(
      await add(),
      Array.from({ length: 10 }, (_, index) => aPdf(`${index}.pdf`)),
    );
    expect(
      await screen.findByText("5 files at most: “5.pdf”, “6.pdf”, “7.pdf” and 2 more weren't added."),
    ).toBeVisible();
    await user.click(await (await added()).findByRole("button", { name: "Remove 4.pdf" }));
    expect(screen.queryByText(/n't added/)).not.toBeInTheDocument();
    await user.upload(await add(), [aPdf("last.pdf"), aPdf("late.pdf")]);
    expect(await screen.findByText("5 files at most: “late.pdf” wasn't added.")).toBeVisible();
    expect((await added()).getAllByRole("listitem")).toHaveLength(5);
  });

  it("can be dropped onto the field", async () => {
    renderContest(joinedContest, {}, [nothingYet, uploaded]);
    const place = (await screen.findByText("or drop them here")).closest(".cq-drop")!;
    const dataTransfer = { files: [aPdf("dropped.pdf")], types: ["Files"] };
    fireEvent.dragOver(place, { dataTransfer });
    expect(place).toHaveClass("cq-drop-over");
    fireEvent.drop(place, { dataTransfer });
    expect(await screen.findByRole("button", { name: "Remove dropped.pdf" })).toBeVisible();
    expect(place).not.toHaveClass("cq-drop-over");
  });

  it("are part of the draft and deleted on the server when removed", async () => {
    const answers = [nothingYet, uploaded, stub(removeEntryFile, { deletedCount: 1 })];
    const first = renderContest(joinedContest, {}, answers);
    await first.user.upload(await add(), aPdf("poster.pdf"));
    await screen.findByRole("button", { name: "Remove poster.pdf" });
    first.unmount();
    const { user, calls } = renderContest(joinedContest, {}, answers);
    await user.click(await screen.findByRole("button", { name: "Remove poster.pdf" }));
    expect(screen.queryByText("poster.pdf")).not.toBeInTheDocument();
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === removeEntryFile)).toBe(true));
  });

  it("are named and removed if the server no longer has them", async () => {
    const gone: Stub = {
      endpoint: submitEntry,
      answer: ({ body }) => {
        const { files } = body as { files: string[] };
        const fields = Object.fromEntries(
          files.flatMap((id, place) =>
            id === sampleId(101) ? [] : [[fileField(place), "This file is no longer here."]],
          ),
        );
        return (
          Object.keys(fields).length
            ? stubError(submitEntry, 422, "bad_input", "Check the highlighted fields and try again.", {
                files: "A file is no longer here.",
                ...fields,
              })
            : stub(submitEntry, anEntry())
        ).answer({} as never);
      },
    };
    const { user, calls } = renderContest(joinedContest, {}, [nothingYet, uploaded, gone]);
    await user.upload(await add(), [aPdf("poster.pdf"), aPdf("sketch.pdf"), aPdf("notes.pdf")]);
    const list = await added();
    await list.findByRole("button", { name: "Remove notes.pdf" });
    await user.type(screen.getByLabelText("Text"), "My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText(/^“poster.pdf”, “notes.pdf” expired/)).toBeVisible();
    expect(screen.getByRole("group", { name: /^Files/ })).toHaveAccessibleDescription(
      expect.stringContaining("“poster.pdf”, “notes.pdf”"),
    );
    expect(list.getAllByText("Expired")).toHaveLength(2);
    expect(list.getByText("sketch.pdf").closest("li")).not.toHaveTextContent("Expired");
    await user.click(screen.getByRole("button", { name: "Remove expired files" }));
    expect(list.getAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByLabelText(/Add files/)).toHaveFocus();
    expect(screen.queryByText(/no longer here/)).not.toBeInTheDocument();
    expect(screen.getByLabelText("Text")).toHaveValue("My poster");
    await user.click(screen.getByRole("button", { name: "Submit entry" }));
    expect(await screen.findByText("Entry submitted")).toBeVisible();
    expect(calls.findLast(({ endpoint }) => endpoint === submitEntry)?.body).toMatchObject({ files: [sampleId(101)] });
    expect(calls.some(({ endpoint }) => endpoint === removeEntryFile)).toBe(false);
  });

  it("can be kept or removed when editing, without deleting submitted ones", async () => {
    const entry = anEntry({
      files: [
        aFile({ name: "poster.png" }),
        aFile({ _id: sampleId(42), name: "paper.pdf", kind: "pdf", width: null, height: null }),
      ],
    });
    const { user, calls } = renderContest(
      { ...joinedContest, viewer: aViewer({ hasJoined: true, hasSubmitted: true }) },
      {},
      [stub(getMyEntry, { entry }), submitted],
    );
    expect(
      within(await screen.findByRole("list", { name: "Your files" })).getByRole("link", { name: "Download paper.pdf" }),
    ).toBeVisible();
    expect(screen.getByText("Proof of submission")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Edit entry" }));
    await user.click(screen.getByRole("button", { name: "Remove poster.png" }));
    await user.click(screen.getByRole("button", { name: "Save entry" }));
    expect(await screen.findByText("Entry updated")).toBeVisible();
    expect(sent(calls)).toMatchObject({ files: [sampleId(42)] });
    expect(calls.some(({ endpoint }) => endpoint === removeEntryFile)).toBe(false);
  });
});
