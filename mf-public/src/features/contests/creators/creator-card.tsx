import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { RecordFacts } from "./record-facts";

interface Props {
  creator: ContestDetails["creator"];
}

export const CreatorCard = ({ creator: { name, photo, publicId, record } }: Props) => (
  <section aria-labelledby="record" className="cq-panel pu:flex pu:flex-col pu:gap-4 pu:sm:p-6">
    <div className="pu:flex pu:items-center pu:gap-4">
      <Avatar src={photo} name={name} size={56} alt="" />
      <div className="pu:min-w-0">
        <p dir="auto" className="pu:text-left pu:text-lg pu:leading-tight pu:font-bold pu:wrap-anywhere">
          {name || "A creator without a name"}
        </p>
        <h2 id="record" className="pu:text-sm pu:text-muted">
          The creator’s record
        </h2>
      </div>
    </div>
    <RecordFacts record={record} isBefore={publicId === null} />
    {publicId && (
      <Link to={`/creators/${publicId}`} className="cq-link pu:self-start pu:py-0.5 pu:text-sm pu:font-semibold">
        All of this creator’s contests
      </Link>
    )}
  </section>
);
