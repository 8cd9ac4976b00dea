/**
 * Widths, in pixels, in which the site's own pictures can be had; no others, since each that is asked for is made and kept.
 * Faces take the first three; 480 is a card on a wide screen, 720 and 1080 one on a phone of two and of three dots a pixel.
 */
export const PICTURE_WIDTHS = [80, 160, 320, 480, 720, 1080, 1280] as const;

const OF_PIXELS = /^\/media\/[\w./-]+\.(?:avif|jpg|png|webp)$/i;

/** Whether this is a picture of the site's own that comes in several widths. Drawings fit every width, and what lies elsewhere is as it is. */
export const comesInWidths = (address: string): boolean => OF_PIXELS.test(address);
