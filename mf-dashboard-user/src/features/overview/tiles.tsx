import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Endpoint, InputOf, ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { t } from "@conquest/shared/singletons/language";

/** For the two components of each role: figures at the top, sections below the next steps. */
export interface ViewProps<E extends Endpoint> {
  overview: ResponseOf<E>;
  input: InputOf<E>;
  onInput: (input: InputOf<E>) => void;
}

export interface Tile {
  to: string;
  name: string;
  value: ReactNode;
  hint: ReactNode;
  isUrgent?: boolean;
}

export const Tiles = ({ label, tiles }: { label: string; tiles: readonly Tile[] }) => (
  <ul aria-label={label} className="du:mb-10 du:grid du:grid-cols-2 du:gap-3 du:sm:gap-4 du:lg:grid-cols-4">
    {tiles.map(({ to, name, value, hint, isUrgent = false }) => (
      <li key={name}>
        <Link
          to={to}
          className={`du:flex du:h-full du:min-h-30 du:flex-col du:justify-between du:rounded-lg du:border du:bg-surface du:p-3 du:sm:p-4 du:shadow-sm du:hover:border-brand ${isUrgent ? "du:border-gold" : "du:border-line"}`}>
          <span className="du:text-sm du:text-muted">{name}</span>{" "}
          <span className="du:text-lg du:leading-tight du:font-bold du:wrap-anywhere du:tabular-nums du:sm:text-2xl">
            {value}
          </span>{" "}
          <span className={`du:text-sm ${isUrgent ? "du:font-semibold du:text-gold-ink" : "du:text-muted"}`}>
            {hint}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

export const TilesSkeleton = () => (
  <div
    role="status"
    aria-busy="true"
    className="du:mb-10 du:grid du:grid-cols-2 du:gap-3 du:sm:gap-4 du:lg:grid-cols-4">
    <span className="cq-visually-hidden">{t("Loading your figures")}</span>
    {[1, 2, 3, 4].map((tile) => (
      <div key={tile} aria-hidden="true" className="cq-bone du:h-30 du:rounded-lg" />
    ))}
  </div>
);
