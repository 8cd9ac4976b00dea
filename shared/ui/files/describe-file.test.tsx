import catalog from "../../messages/common.bn.json";
import { MAX_FILE_BYTES } from "@conquest/shared/contracts/media/files";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { describeFile, formatBytes } from "@conquest/shared/ui/files/describe-file";

it.each([
  [0, "0 bytes"],
  [19, "19 bytes"],
  [999, "999 bytes"],
  [1024, "1 kB"],
  [1536, "1.5 kB"],
  [512_000, "500 kB"],
  [1_240_000, "1.2 MB"],
  [MAX_FILE_BYTES, "10 MB"],
])("formats %i bytes as %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

it("describes a file by kind and size", () => {
  expect(describeFile({ kind: "pdf", name: "poster.pdf", bytes: 2048 })).toBe("PDF, 2 kB");
  expect(describeFile({ kind: "zip", name: "Report.v2.DOCX", bytes: 2048 })).toBe("Word document, 2 kB");
  expect(describeFile({ kind: "zip", name: "report.docx.zip", bytes: 2048 })).toBe("ZIP, 2 kB");
  expect(describeFile({ kind: "text", name: "about.docx.txt", bytes: 2048 })).toBe("Text, 2 kB");
});

it("describes files in Bangla", () => {
  provideLanguage("bn", [catalog]);
  expect(describeFile({ kind: "zip", name: "report.docx", bytes: 1_240_000 })).toBe("Word ডকুমেন্ট, ১.২ এমবি");
  expect(describeFile({ kind: "picture", name: "flag.png", bytes: 512_000 })).toBe("ছবি, ৫০০ কেবি");
  expect(formatBytes(19)).toBe("১৯ বাইট");
  provideLanguage("en", []);
});
