import { useEffect, useRef } from "react";

const WIDTH = 220;
const HEIGHT = 64;
const PAPER = "#f4efe2";
const INKS = ["#1f2a44", "#6b1d3a", "#0f4c4a"];

const between = (low: number, high: number) => low + Math.random() * (high - low);

function draw(context: CanvasRenderingContext2D, text: string): void {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let line = 0; line < 5; line += 1) {
    context.strokeStyle = `${INKS[line % INKS.length]}55`;
    context.lineWidth = between(1, 2.5);
    context.beginPath();
    context.moveTo(between(-10, 20), between(0, HEIGHT));
    context.bezierCurveTo(
      between(40, 90),
      between(0, HEIGHT),
      between(110, 170),
      between(0, HEIGHT),
      WIDTH + 10,
      between(0, HEIGHT),
    );
    context.stroke();
  }
  const step = (WIDTH - 40) / text.length;
  Array.from(text).forEach((character, index) => {
    context.save();
    context.translate(20 + step * (index + 0.5), HEIGHT / 2 + between(-6, 6));
    context.rotate(between(-0.3, 0.3));
    context.font = `600 ${Math.round(between(30, 36))}px ui-monospace, Menlo, Consolas, monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = INKS[index % INKS.length] ?? PAPER;
    context.fillText(character, 0, 0);
    context.restore();
  });
}

/** Draws the captcha on a canvas, so that its text is not in the DOM. */
export function CaptchaPicture({ text }: { text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    const density = Math.max(1, window.devicePixelRatio);
    canvas.current.width = WIDTH * density;
    canvas.current.height = HEIGHT * density;
    context.scale(density, density);
    draw(context, text);
  }, [text]);

  return (
    <div
      role="img"
      aria-label="A picture of six letters and digits. Use Hear it or Read it in words if you cannot see it.">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        className="pu:h-16 pu:w-[220px] pu:max-w-full pu:rounded-md pu:border pu:border-line-strong"
      />
    </div>
  );
}
