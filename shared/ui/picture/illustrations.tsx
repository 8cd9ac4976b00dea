export function EmptyField() {
  return (
    <svg className="cq-illustration" viewBox="0 0 160 96" width="160" height="96">
      <path className="cq-art-far" d="M0 96 46 48l26 24 34-42 54 66z" />
      <path className="cq-art-near" d="M0 96c28-22 58-30 88-26s50 16 72 26z" />
      <path className="cq-art-pole" d="M88 70V18" />
      <path className="cq-art-ghost" d="m91 20 36 11-36 11z" />
    </svg>
  );
}

export function FallenFlag() {
  return (
    <svg className="cq-illustration" viewBox="0 0 160 96" width="160" height="96">
      <path className="cq-art-far" d="M0 96 52 52l30 26 30-34 48 52z" />
      <path className="cq-art-near" d="M0 96c28-22 58-30 88-26s50 16 72 26z" />
      <path className="cq-art-pole" d="m70 71 48-20" />
      <path className="cq-art-flag" d="m116 52 20 25-31-9z" />
    </svg>
  );
}

export function LostSummit() {
  return (
    <svg className="cq-illustration" viewBox="0 0 480 280" width="480" height="280">
      <circle className="cq-art-sun" cx="352" cy="84" r="38" />
      <path className="cq-art-far" d="M0 280 118 132l44 50 92-88 96 108 34-38 96 116z" />
      <path className="cq-art-mid" d="m40 280 116-96 60 52 62-80 118 124z" />
      <path className="cq-art-near" d="M0 280c80-40 170-56 260-46s160 28 220 46z" />
      <path className="cq-art-pole" d="M212 236V92" />
      <path className="cq-art-sign" d="M142 108h104l22 18-22 18H142z" />
      <path className="cq-art-flag" d="M282 156H186l-22 18 22 18h96z" />
      <path className="cq-art-trail" d="M120 280c18-22 52-20 64-34" />
    </svg>
  );
}

/** Three summits with flags: compete, create, conquer. Fills the lower right of a `cq-hero`. Decorative. */
export function HeroArt() {
  return (
    <svg className="cq-hero-art" viewBox="0 0 1440 520" aria-hidden="true">
      <path className="cq-hero-art-ridge" d="M520 520 800 300l70 46 150-160 110 120 80-62 230 196v80z" />
      <path
        className="cq-hero-art-near"
        d="M0 520c190-70 420-84 640-34 90-44 150-120 214-128 70-8 110 66 190 62 84-4 120-130 184-132 70-2 120 92 212 110v122z"
      />
      <path className="cq-hero-art-pole" d="M848 362V236" />
      <path className="cq-hero-art-teal" d="m850 238 86 20-22 20 22 20-86 0z" />
      <path className="cq-hero-art-pole" d="M1021 190V52" />
      <path className="cq-hero-art-pale" d="m1023 54 96 26-96 26z" />
      <path className="cq-hero-art-pole" d="M1226 292V66" />
      <path
        className="cq-hero-art-flag"
        d="M1228 68c40-18 66 16 104 6 20-5 34-12 52-12l-34 42 34 40c-20 0-34 8-54 12-38 8-62-24-102-8z"
      />
      <path
        className="cq-hero-art-gold"
        d="M1228 100c40-18 66 16 104 6l22-6-4 4 4 6c-10 3-14 4-24 6-38 8-62-24-102-8z"
      />
    </svg>
  );
}
