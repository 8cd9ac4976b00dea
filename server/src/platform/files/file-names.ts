import {
  OFFICE_FORMATS,
  TEXT_EXTENSIONS,
  type FileKind,
  type OfficeExtension,
} from "@conquest/shared/contracts/media/files";

export type NamedKind = FileKind | OfficeExtension;

const JPEG: readonly string[] = ["jpg", "jpeg", "jpe", "jfif"];

const ENDINGS: Record<FileKind, readonly string[]> = {
  picture: [...JPEG, "png", "webp", "avif", "gif"],
  pdf: ["pdf"],
  text: TEXT_EXTENSIONS,
  zip: ["zip"],
};

/** Bidirectional control characters, with which `gpj.exe` can be displayed as `exe.jpg`. */
const BIDI_CONTROLS = /[\p{Bidi_Control}\ufeff]/gu;

/** Makes a name safe to store and show: one line, no bidirectional control characters. */
export const shownName = (name: string) =>
  name
    .replace(/[\u2028\u2029]/g, " ")
    .replace(BIDI_CONTROLS, "")
    .trim();

/** Returns "" without an extension, as in "Dr. Rahman" and "version 1.2". Windows drops final dots and spaces. */
export const endingOf = (name: string): string =>
  /\.(?=\d*[a-z])([a-z\d]{1,10}|[a-z]+-ms)[.\s]*$/i.exec(name)?.[1]?.toLowerCase() ?? "";

export function claimedKind(name: string): NamedKind | undefined {
  const ending = endingOf(name);
  if (Object.hasOwn(OFFICE_FORMATS, ending)) return ending as OfficeExtension;
  return (Object.keys(ENDINGS) as FileKind[]).find((kind) => ENDINGS[kind].includes(ending));
}

/** Extensions that a computer may run, or a browser render, if a person opens the download. */
const UNSAFE = new Set(
  (
    "app application appref-ms bat chm cmd com command cpl desktop dll dmg dqy exe gadget hlp hta htm html inf ins iqy " +
    "iso isp jar js jse jsp library-ms lnk mht mhtml mjs msc msi msix msp oqy pif pkg ps1 ps1xml ps2 psc1 psd1 psm1 rdp " +
    "reg rqy scf scr sct searchconnector-ms settingcontent-ms sh shtml slk svg svgz swf tool url vb vbe vbs ws wsc wsf " +
    "wsh xht xhtml xml xsl xslt"
  ).split(" "),
);

export const isUnsafe = (name: string): boolean => UNSAFE.has(endingOf(name));

/** Keeps the uploaded name, except for converted pictures and older uploads with an unsafe or wrong extension. */
export function savedName(name: string, whole: string): string {
  const [own, ending] = [endingOf(name), endingOf(whole)];
  const kind = claimedKind(whole);
  const claimed = claimedKind(name);
  if (claimed === undefined && !isUnsafe(name)) return name;
  if (claimed !== kind) return `${name}.${ending}`;
  const fits = kind !== "picture" || own === ending || (JPEG.includes(own) && ending === "jpg");
  return fits ? name : name.replace(/[^.]+[.\s]*$/, ending);
}

const INVALID_CHARACTERS = /[<>:"/\\|?*\p{Cc}]/gu;
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Characters; with a folder and an extension the name stays below file system limits even in three-byte scripts. */
const MAX_NAME_LENGTH = 60;

/** Makes any text a valid file or folder name on every system: no path, not hidden, never empty. */
export function asFileName(text: string, fallback: string): string {
  const plain = shownName(text)
    .replace(INVALID_CHARACTERS, "_")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+/, "");
  const short = Array.from(plain)
    .slice(0, MAX_NAME_LENGTH)
    .join("")
    .replace(/[\s.]+$/, "");
  return short === "" ? fallback : short.replace(RESERVED, (name) => `${name}_`);
}

export function asSavedName(name: string, fallback: string): string {
  const ending = /\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? "";
  return asFileName(ending ? name.slice(0, -ending.length) : name, fallback) + ending;
}
