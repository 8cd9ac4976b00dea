import { negotiate } from "@fastify/accept-negotiator";
import { PICTURE_FORMATS } from "../../database/file-keys";

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The best that a browser names in its Accept header. Only what is named: wildcards stand also in the headers of those who read neither. */
export const bestFormat = (accept = "") =>
  negotiate(
    accept,
    PICTURE_FORMATS.map((format) => `image/${format}`),
  )?.slice("image/".length) as PictureFormat | undefined;
