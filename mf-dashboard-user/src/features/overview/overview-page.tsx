import { useAccount } from "@conquest/shared/singletons/session-store";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { NextSteps } from "./next-steps";
import { Notices } from "./notices";

export default function OverviewPage() {
  const { name } = useAccount();
  return (
    <>
      <PageHeading
        title={
          name ? (
            <>
              Welcome, <bdi>{name}</bdi>
            </>
          ) : (
            "Welcome"
          )
        }
        subtitle="Compete. Create. Conquer."
      />
      <NextSteps>
        <Notices />
      </NextSteps>
    </>
  );
}
