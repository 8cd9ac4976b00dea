import type { Page } from "@playwright/test";

export interface Difference {
  /** Share of different pixels from 0 to 1; 1 if the sizes differ. */
  share: number;
  /** Bounding box in pixels: left, top, right, bottom. */
  box: [number, number, number, number];
}

/** Text antialiasing varies with layer composition, invisibly up to this level of 255; movement exceeds it. */
const UNSEEN_LEVELS = 16;

export async function difference(page: Page, one: Buffer, other: Buffer): Promise<Difference> {
  return page.evaluate(
    async ({ photographs, unseen }) => {
      const pictures: ImageData[] = [];
      for (const base64 of photographs) {
        const picture = new Image();
        picture.src = `data:image/png;base64,${base64}`;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
        const context = canvas.getContext("2d")!;
        context.drawImage(picture, 0, 0);
        pictures.push(context.getImageData(0, 0, canvas.width, canvas.height));
      }
      const [first, second] = pictures as [ImageData, ImageData];
      const { width, height } = first;
      if (width !== second.width || height !== second.height) return { share: 1, box: [0, 0, width, height] };
      const box: [number, number, number, number] = [width, height, 0, 0];
      let count = 0;
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        const differs = [0, 1, 2].some(
          (channel) => Math.abs(first.data[pixel * 4 + channel]! - second.data[pixel * 4 + channel]!) > unseen,
        );
        if (!differs) continue;
        count += 1;
        const [x, y] = [pixel % width, Math.floor(pixel / width)];
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
      return { share: count / (width * height), box };
    },
    { photographs: [one.toString("base64"), other.toString("base64")], unseen: UNSEEN_LEVELS },
  );
}
