/** Formats of picture variants, smallest first. */
export const PICTURE_FORMATS = ["avif", "webp"] as const;

interface KeptParts {
  whole: string;
  widths: readonly number[];
}

export const keyOf = (id: string, part: string) => `${id.slice(0, 2)}/${id}-${part}`;

export const partsOf = ({ whole, widths }: KeptParts) => [
  whole,
  ...widths.flatMap((width) => PICTURE_FORMATS.map((format) => `${width}.${format}`)),
];

export const keysOf = (file: KeptParts & { id: string }) => partsOf(file).map((part) => keyOf(file.id, part));
