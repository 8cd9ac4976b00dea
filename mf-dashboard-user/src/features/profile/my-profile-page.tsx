import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/avatar";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { ProgressRing } from "@conquest/shared/ui/progress-ring";
import { QueryView } from "@conquest/shared/ui/query-view";
import { Spinner } from "@conquest/shared/ui/spinner";
import { counted } from "@conquest/shared/ui/text";
import { UpdateProfileForm } from "./update-profile-form";

/** As high as what takes its place. */
const CountingWins = () => (
  <>
    <div className="du:grid du:size-36 du:place-items-center">
      <Spinner label="Counting your wins" />
    </div>
    <p aria-hidden="true">&nbsp;</p>
    <p aria-hidden="true" className="cq-hint">
      &nbsp;
    </p>
  </>
);

export default function MyProfilePage() {
  const { email, name, image } = useAccount();
  const stats = useQuery(query(getMyStats, { params: { email } }));
  return (
    <>
      <PageHeading title="My Profile" />
      <div className="du:grid du:items-start du:gap-6 du:lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-labelledby="win-rate" className="cq-panel du:flex du:flex-col du:items-center du:gap-4 du:text-center">
          <h2 id="win-rate" className="du:text-xl du:font-bold">
            Win rate
          </h2>
          <QueryView query={stats} skeleton={<CountingWins />}>
            {({ won, finished, joined }) => (
              <>
                <ProgressRing percent={finished === 0 ? 0 : (won / finished) * 100} label="Win rate" />
                <p className="du:font-semibold">{finished === 0 ? "No finished contests yet" : `${won} of ${finished}`}</p>
                <p className="cq-hint">
                  {joined === 0 ? "You have not joined a contest yet." : `You joined ${counted(joined, "contest", "contests")} so far.`}
                </p>
              </>
            )}
          </QueryView>
        </section>
        <section aria-labelledby="update-profile" className="cq-panel">
          <div className="du:mb-6 du:flex du:items-center du:gap-4">
            <Avatar src={image} name={name} size={64} />
            <div className="du:min-w-0">
              <h2 id="update-profile" className="du:text-xl du:font-bold">
                Update your profile
              </h2>
              <p className="cq-hint du:wrap-anywhere">
                You are shown as {name || "somebody without a name"}.{" "}
                <Link to="/dashboard/profile" className="cq-link">
                  Account and role
                </Link>
              </p>
            </div>
          </div>
          <UpdateProfileForm />
        </section>
      </div>
    </>
  );
}
