/** The mark: a C that is a summit's horizon, with a pennant planted in its opening. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className="cq-mark" viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <path className="cq-mark-c" d="M36.4 35.6A17 17 0 1 1 36.4 12.4L31 17.8a9.4 9.4 0 1 0 0 12.4z" />
      <path className="cq-mark-flag" d="M22 15.5 46 24 22 32.5z" />
    </svg>
  );
}

/** Mark and name. Inside a link give the link no other text: the name is its name. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <span className="cq-logo">
      <Mark size={size} />
      <span className="cq-logo-name">Conquest</span>
    </span>
  );
}
