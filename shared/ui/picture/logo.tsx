export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className="cq-mark" viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <path className="cq-mark-c" d="M24 4a20 20 0 1 0 15.5 32.6l-6.2-5a12 12 0 1 1 0-15.2l6.2-5A20 20 0 0 0 24 4z" />
      <path className="cq-mark-flag" d="M19.5 16 47 24l-27.5 8z" />
    </svg>
  );
}

/** Mark and name. A link around it needs no other text. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="cq-logo">
      <Mark size={size} />
      <span className="cq-logo-name">Conquest</span>
    </span>
  );
}
