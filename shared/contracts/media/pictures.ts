/** Few, as each is generated and stored. Avatars use the first three; cards 480 on wide screens, more on phones. */
export const PICTURE_WIDTHS = [80, 160, 320, 480, 720, 1080, 1280] as const;

const BITMAP_PATH = /^\/media\/[\w./-]+\.(?:avif|jpg|png|webp)$/i;

/** Returns whether this is one of the site's own bitmaps. SVGs and external pictures have no widths. */
export const hasResizedVersions = (address: string): boolean => BITMAP_PATH.test(address);

export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

export const DEFAULT_SHARE_PICTURE = "/media/brand/preview.png";

/** The link preview's JPEG, at most 300 kB; null for SVGs and external pictures, which the server never fetches. */
export const sharePicture = (address: string): string | null =>
  hasResizedVersions(address) ? `/media/previews/${address.slice("/media/".length)}.jpg` : null;
