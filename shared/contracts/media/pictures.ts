/**
 * Available widths in pixels of the site's own pictures. Limited, as each is generated and stored on request. Avatars
 * use the first three; cards use 480 on wide screens, 720 and 1080 on phones.
 */
export const PICTURE_WIDTHS = [80, 160, 320, 480, 720, 1080, 1280] as const;

const BITMAP_PATH = /^\/media\/[\w./-]+\.(?:avif|jpg|png|webp)$/i;

/**
 * Returns whether this is one of the site's own bitmaps, which come in several widths. SVGs and external pictures
 * don't.
 */
export const comesInWidths = (address: string): boolean => BITMAP_PATH.test(address);
