/** @jest-environment node */
import sharp from "sharp";

async function load(css: string): Promise<string> {
  const { default: loader } = (await import("./icon-css-loader.mjs")) as {
    default: (this: unknown, css: string) => void;
  };
  return new Promise((resolve, reject) =>
    loader.call(
      { async: () => (error: Error | null, result: string) => (error ? reject(error) : resolve(result)) },
      css,
    ),
  );
}

it("replaces a named icon by a picture, and leaves other URLs alone", async () => {
  const css = await load('a { mask-image: lucide(Flag); background: url("/flag.svg"); }');
  const [, picture = ""] = /mask-image: url\("data:image\/webp;base64,([^"]+)"\)/.exec(css) ?? [];
  expect(css).toContain('background: url("/flag.svg")');
  const { data, info } = await sharp(Buffer.from(picture, "base64"))
    .extractChannel("alpha")
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 48, height: 48 });
  expect(data.some((alpha) => alpha === 255)).toBe(true);
  expect(data.filter((alpha) => alpha === 0).length).toBeGreaterThan(data.length / 2);
});

it("rejects an unknown icon", async () => {
  await expect(load("lucide(Flagg)")).rejects.toThrow('There is no icon "Flagg" in lucide-react.');
});
