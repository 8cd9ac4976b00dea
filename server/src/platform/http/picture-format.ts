import { negotiate } from "@fastify/accept-negotiator";
import { PICTURE_FORMATS } from "../../database/file-keys";

export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Ignores wildcards, because browsers that support neither format send them too. */
export const bestFormat = (accept = "") =>
  negotiate(
    accept,
    PICTURE_FORMATS.map((format) => `image/${format}`),
  )?.slice("image/".length) as PictureFormat | undefined;
