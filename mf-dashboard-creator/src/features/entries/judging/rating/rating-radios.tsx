import { RATINGS } from "@conquest/shared/contracts/judging/ratings";

interface Props {
  name: string;
  value: number | null;
  onChoose: (rating: number) => void;
}

/** Ratings from 1 to 5 in a row. Keyboard shortcuts press them, see rating-keys. */
export const RatingRadios = ({ name, value, onChoose }: Props) =>
  RATINGS.map((rating) => (
    <label key={rating} className="dc:flex dc:min-h-11 dc:min-w-11 dc:cursor-pointer dc:items-center dc:gap-2">
      <input
        type="radio"
        name={name}
        value={rating}
        className="radio radio-primary"
        checked={value === rating}
        onChange={() => onChoose(rating)}
      />
      {rating}
    </label>
  ));
