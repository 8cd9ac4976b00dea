import { useEffect, useRef } from "react";

const WIDTH = 220;
const HEIGHT = 64;
const PAPER = "#f4efe2";
const INKS = ["#1f2a44", "#6b1d3a", "#0f4c4a"];

const between = (low: number, high: number) => low + Math.random() * (high - low);

function draw(brush: CanvasRenderingContext2D, text: string): void {
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  for (let line = 0; line < 5; line += 1) {
    brush.strokeStyle = `${INKS[line % INKS.length]}55`;
    brush.lineWidth = between(1, 2.5);
    brush.beginPath();
    brush.moveTo(between(-10, 20), between(0, HEIGHT));
    brush.bezierCurveTo(
      between(40, 90),
      between(0, HEIGHT),
      between(110, 170),
      between(0, HEIGHT),
      WIDTH + 10,
      between(0, HEIGHT),
    );
    brush.stroke();
  }
  const step = (WIDTH - 40) / text.length;
  Array.from(text).forEach((character, index) => {
    brush.save();
    brush.translate(20 + step * (index + 0.5), HEIGHT / 2 + between(-6, 6));
    brush.rotate(between(-0.3, 0.3));
    brush.font = `600 ${Math.round(between(30, 36))}px ui-monospace, Menlo, Consolas, monospace`;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillStyle = INKS[index % INKS.length] ?? PAPER;
    brush.fillText(character, 0, 0);
    brush.restore();
  });
}

/** The captcha as a picture. What it says is never in the page's text, so that reading the page does not solve it. */
export function CaptchaPicture({ text }: { text: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const brush = canvas.current?.getContext("2d");
    if (!canvas.current || !brush) return;
    const density = Math.max(1, window.devicePixelRatio);
    canvas.current.width = WIDTH * density;
    canvas.current.height = HEIGHT * density;
    brush.scale(density, density);
    draw(brush, text);
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
