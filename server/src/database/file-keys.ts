/** What pictures are written as, the smaller one first. */
export const PICTURE_FORMATS = ["avif", "webp"] as const;

interface KeptParts {
  whole: string;
  widths: readonly number[];
}

/** Where the bytes of a part of a file lie. Nothing of it is what anybody wrote. */
export const keyOf = (id: string, part: string) => `${id.slice(0, 2)}/${id}-${part}`;

/** What a file is kept as: whole first; a picture also smaller. */
export const partsOf = ({ whole, widths }: KeptParts) => [
  whole,
  ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => `${width}.${format}`)),
];

export const keysOf = (file: KeptParts & { id: string }) => partsOf(file).map((part) => keyOf(file.id, part));
