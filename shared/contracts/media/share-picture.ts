import { hasResizedVersions } from "./pictures";

export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

export const DEFAULT_SHARE_PICTURE = "/media/brand/preview.png";

/**
 * Returns the link-preview version: a JPEG of at most 300 kB. Null for SVGs and external pictures, which the server
 * never fetches.
 */
export const sharePicture = (address: string): string | null =>
  hasResizedVersions(address) ? `/media/previews/${address.slice("/media/".length)}.jpg` : null;
