import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { getMyStats } from "@conquest/shared/contracts/winners";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { ProgressRing } from "@conquest/shared/ui/state/progress-ring";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { Spinner } from "@conquest/shared/ui/state/spinner";
import { pluralize } from "@conquest/shared/ui/format/text";
import { UpdateProfileForm } from "./update-profile-form";

/** As high as the loaded content, to avoid a layout shift. */
const StatsSkeleton = () => (
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
      <div className="du:grid du:items-start du:gap-6 du:md:grid-cols-[16rem_minmax(0,1fr)] du:xl:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-labelledby="win-rate" className="cq-card du:h-auto du:text-center">
          <div className={BANNER}>
            <span className="du:rounded-full du:bg-deep-far du:p-1.5">
              <Avatar src={image} name={name} size={96} />
            </span>
            <p className="du:w-full du:min-w-0 du:wrap-anywhere">
              <span className="du:block du:text-sm du:text-on-deep-muted">You are shown as</span>{" "}
              <strong dir="auto" className="du:block du:text-xl du:leading-tight">
                {name || "somebody without a name"}
              </strong>
            </p>
            <Link
              to="/dashboard/profile"
              className="du:py-0.5 du:text-sm du:font-semibold du:underline du:underline-offset-4 du:hover:text-gold">
              Account and role
            </Link>
          </div>
          <div className="du:flex du:flex-col du:items-center du:gap-3 du:p-6">
            <h2 id="win-rate" className="cq-section-title">
              Win rate
            </h2>
            <QueryView query={stats} skeleton={<StatsSkeleton />}>
              {({ won, finished, joined }) => (
                <>
                  <ProgressRing percent={finished === 0 ? 0 : (won / finished) * 100} label="Win rate" />
                  <p className="du:font-semibold">
                    {finished === 0
                      ? "No finished contests yet"
                      : `Won ${won} of ${pluralize(finished, "finished contest", "finished contests")}`}
                  </p>
                  <p className="cq-hint">
                    {joined === 0
                      ? "You have not joined a contest yet."
                      : `You joined ${pluralize(joined, "contest", "contests")} so far.`}
                  </p>
                </>
              )}
            </QueryView>
          </div>
        </section>
        <section aria-labelledby="update-profile" className="cq-panel">
          <div className="du:mb-6 du:border-b du:border-line du:pb-5">
            <h2 id="update-profile" className="cq-section-title">
              Update your profile
            </h2>
            <p className="cq-hint du:mt-1">What you leave empty stays as it is.</p>
          </div>
          <UpdateProfileForm />
        </section>
      </div>
    </>
  );
}

const BANNER = [
  "du:flex du:flex-col du:items-center du:gap-3 du:bg-deep du:px-5 du:pt-8 du:pb-12 du:text-on-deep du:[--cq-focus:var(--cq-focus-deep)]",
  "du:[clip-path:polygon(0_0,100%_0,100%_100%,50%_calc(100%-1.5rem),0_100%)]",
].join(" ");
