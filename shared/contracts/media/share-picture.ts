import { comesInWidths } from "./pictures";

/** Size in pixels of pictures for link previews. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

export const DEFAULT_SHARE_PICTURE = "/media/brand/preview.png";

/**
 * Returns the link-preview version of one of the site's pictures: JPEG, sized {@link SHARE_PICTURE}, at most 300 kB.
 * Null for SVGs and for pictures on other sites, which the server never fetches.
 */
export const sharePicture = (address: string): string | null =>
  comesInWidths(address) ? `/media/previews/${address.slice("/media/".length)}.jpg` : null;
