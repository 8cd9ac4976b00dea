/** Names with `/` between them; none of them is `.` or `..`, and none can be mistaken for one after decoding. */
const FILE_PATH = /^(?!\.{1,2}(?:\/|$))[\w@~+.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w@~+.-]+)*$/;

/** Room for any name that a build makes, and well below what an index of the database can hold. */
const LONGEST = 300;

/** Whether this is the path of a file below some folder, and leads nowhere else. */
export const isFilePath = (path: string) => path.length <= LONGEST && FILE_PATH.test(path);
