import { text } from "node:stream/consumers";
import { message } from "@conquest/shared/contracts/text/message";
import { csvCell, csvStream, yesOrNo } from "./csv";

it.each([
  ["Rafi", '"Rafi"'],
  ["", '""'],
  ['He said "no", twice', '"He said ""no"", twice"'],
  ["one\r\ntwo", '"one\r\ntwo"'],
  ["নুসরাত", '"নুসরাত"'],
  [42, "42"],
  [-3, "-3"],
])("writes %j as one cell", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it.each([
  '=HYPERLINK("http://a.example")',
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "  =1",
  "\u200b=1",
  "＝1",
  "＋1",
  "－1",
  "＠A1",
])("does not write %j as a formula", (value) => {
  expect(csvCell(value).startsWith(`"'`)).toBe(true);
  expect(csvCell(value)).toBe(`"'${value.replace(/"/g, '""')}"`);
});

it("leaves text alone that contains such a sign elsewhere", () => {
  expect(csvCell("1 + 1 = 2")).toBe('"1 + 1 = 2"');
  expect(csvCell("a@b.example")).toBe('"a@b.example"');
});

it("sends a table with a byte order mark and CRLF line ends", async () => {
  async function* rows() {
    yield [["Rafi", 200]];
    yield [];
    yield [
      ["Mina", 0],
      ["=x", 1],
    ];
  }
  expect(await text(csvStream(["Name", "Paid"], rows(), "en"))).toBe(
    '\ufeff"Name","Paid"\r\n"Rafi",200\r\n"Mina",0\r\n"\'=x",1\r\n',
  );
});

it("writes messages in the language of the table", async () => {
  async function* rows() {
    yield [["yes", yesOrNo(true), 12]];
  }
  expect(
    await text(
      csvStream([message("Name"), "SHA-256", message("{criterion} (average)", { criterion: "Wit" })], rows(), "bn"),
    ),
  ).toBe('\ufeff"নাম","SHA-256","Wit (গড়)"\r\n"yes","হ্যাঁ",12\r\n');
});
