/** Segments separated by `/`; none is `.` or `..`, also after URL decoding. */
const FILE_PATH = /^(?!\.{1,2}(?:\/|$))[\w@~+.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w@~+.-]+)*$/;

/** Longer than any build output, well below the limit of a PostgreSQL index entry. */
const MAX_LENGTH = 300;

export const isFilePath = (path: string) => path.length <= MAX_LENGTH && FILE_PATH.test(path);
