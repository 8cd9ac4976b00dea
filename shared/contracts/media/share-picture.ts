import { comesInWidths } from "./pictures";

/** In pixels, of every picture that a link preview shows. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/** The picture of a page that has none of its own. */
export const DEFAULT_SHARE_PICTURE = "/media/brand/preview.png";

/**
 * Where a picture of the site's own lies as link previews take it: JPEG, {@link SHARE_PICTURE} in size, at most 300 kB. Null for what
 * lies elsewhere, which the server never fetches and whose size it does not know, and for drawings.
 */
export const sharePicture = (address: string): string | null => (comesInWidths(address) ? `/media/previews/${address.slice("/media/".length)}.jpg` : null);
