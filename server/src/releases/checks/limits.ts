import type { Build } from "../store/release-store";

const MB = 1024 * 1024;

/** Files and bytes are several times a real part's. Kilobytes (1000 bytes, compressed) apply without a budget. */
export const LIMITS = { files: 500, bytesOfFile: 5 * MB, bytes: 30 * MB, kilobytesOfPage: 60, kilobytes: 250 } as const;

/** Base64 adds a third, and the remaining JSON needs some room. */
export const UPLOAD_LIMIT = Math.ceil((LIMITS.bytes * 4) / 3) + MB;

const inMB = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;

export function sizeProblems({ files }: Pick<Build, "files">): string[] {
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  return [
    ...(files.length > LIMITS.files
      ? [
          `It has ${files.length} files; a release has at most ${LIMITS.files}. Leave out files that no browser requests.`,
        ]
      : []),
    ...(bytes > LIMITS.bytes
      ? [
          `It weighs ${inMB(bytes)}; a release weighs at most ${inMB(LIMITS.bytes)}. Leave out files that no browser requests.`,
        ]
      : []),
    ...files
      .filter(({ content }) => content.length > LIMITS.bytesOfFile)
      .map(
        ({ path, content }) =>
          `${path} weighs ${inMB(content.length)}; a file weighs at most ${inMB(LIMITS.bytesOfFile)}. Make it smaller, or load it from elsewhere.`,
      ),
  ];
}
