/** @jest-environment node */
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { getContestDetails, listPopularContests } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { provideConfig } from "@conquest/shared/singletons/config";
import { createQueryClient } from "@conquest/shared/singletons/query-client";
import { aContest, aContestDetails, aSiteConfig, sampleId } from "@conquest/shared/testing/samples";
import { loadEveryPage } from "@conquest/shared/ui/page/page-table";
import face from "../remote.json";
import PublicRoutes from "./routes";

beforeAll(loadEveryPage);
beforeAll(() => void provideConfig(aSiteConfig()));

function html(path: string, cache = createQueryClient()): string {
  return renderToString(
    <QueryClientProvider client={cache}>
      <StaticRouter location={path}>
        <PublicRoutes />
      </StaticRouter>
    </QueryClientProvider>,
  );
}

it.each(face.routes.map(({ path }) => path))("renders %s without a window", (path) => {
  expect(typeof window).toBe("undefined");
  expect(html(path.replace(":id", sampleId(1)))).not.toBe("");
});

it("renders cached data", () => {
  const cache = createQueryClient();
  cache.setQueryData(query(listPopularContests).queryKey, [aContest({ name: "Served with the page" })]);
  expect(html("/", cache)).toContain("Served with the page");

  const id = sampleId(1);
  cache.setQueryData(
    query(getContestDetails, { params: { id } }).queryKey,
    aContestDetails({ name: "Served with its details" }),
  );
  expect(html(`/contest-details/${id}`, cache)).toContain("Served with its details");
  cache.clear();
});
