import { randomUUID } from "node:crypto";
import { maxHeaderSize } from "node:http";
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { endOneSession, endOtherSessions } from "@conquest/shared/contracts/account";
import { submitEntry } from "@conquest/shared/contracts/entries";
import { uploadEntryFile } from "@conquest/shared/contracts/media/entry-files";
import { endSession } from "@conquest/shared/contracts/session";
import { message } from "@conquest/shared/contracts/text/message";
import { picturesRoutes } from "./platform/files/pictures-routes";
import { announcementsRoutes } from "./features/announcements/announcements-routes";
import { attachmentsRoutes } from "./features/attachments/attachments-routes";
import { awardsRoutes } from "./features/awards/awards-routes";
import { auditRoutes } from "./features/audit/audit-routes";
import { calendarsRoutes } from "./features/calendars/calendars-routes";
import { cancellationRoutes } from "./features/cancellation/cancellation-routes";
import { contestAccessRoutes } from "./features/contest-access/contest-access-routes";
import { contestListsRoutes } from "./features/contest-lists/contest-lists-routes";
import { contestsRoutes, readSnapshot } from "./features/contests/contests-routes";
import { creatorsRoutes } from "./features/creators/creators-routes";
import { draftsRoutes } from "./features/drafts/drafts-routes";
import { emailPreferencesRoutes } from "./features/email-preferences/email-preferences-routes";
import { embedsRoutes } from "./features/embeds/embeds-routes";
import { entriesRoutes } from "./features/entries/entries-routes";
import { extensionsRoutes } from "./features/extensions/extensions-routes";
import { feedsRoutes } from "./features/feeds/feeds-routes";
import { followsRoutes } from "./features/follows/follows-routes";
import { judgesRoutes } from "./features/judges/judges-routes";
import { ledgerRoutes } from "./features/ledger/ledger-routes";
import { registerLifecycleJobs } from "./features/lifecycle/run-lifecycle-jobs";
import { contactMessagesRoutes } from "./features/contact-messages/contact-messages-routes";
import { notificationsRoutes } from "./features/notifications/notifications-routes";
import { nextStepsRoutes } from "./features/next-steps/next-steps-routes";
import { overviewRoutes } from "./features/overview/overview-routes";
import { participationRoutes } from "./features/participation/participation-routes";
import { paymentsRoutes } from "./features/payments/payments-routes";
import { progressRoutes } from "./features/progress/progress-routes";
import { questionsRoutes } from "./features/questions/questions-routes";
import { reportsRoutes } from "./features/reports/reports-routes";
import { reviewRoutes } from "./features/review/review-routes";
import { sessionRoutes } from "./features/session/session-routes";
import { telemetryRoutes } from "./features/telemetry/telemetry-routes";
import { usersRoutes } from "./features/users/users-routes";
import { teamsRoutes } from "./features/teams/teams-routes";
import { waitingListRoutes } from "./features/waiting-list/waiting-list-routes";
import { winnersRoutes } from "./features/winners/winners-routes";
import { pagesRoutes } from "./pages/pages-routes";
import { ssrPreflight } from "./pages/preflight";
import { securityHeaders } from "./platform/http/security-headers";
import { registerPublicResponseCache } from "./platform/http/public-response-cache";
import { compressResponses } from "./platform/http/encoded-body";
import { PRIMARY_ONLY } from "./database/replicas/read-replicas";
import { forgetWritePositions } from "./database/replicas/write-positions";
import type { Deps, Feature } from "./platform/deps";
import { sendError, sendNotFound, registerErrorHandler, throwForbidden } from "./platform/errors";
import { registerFileUploads } from "./platform/files/file-uploads";
import { registerMailer } from "./platform/email/register-mailer";
import { HEALTH, serveHealth, registerGracefulShutdown } from "./platform/operation/graceful-shutdown";
import { startScheduler } from "./platform/operation/scheduler";
import { traceRequests } from "./platform/operation/trace-requests";
import { logRequest, logRequests, setRequestIdHeader } from "./platform/operation/request-log";
import { METRICS_PATH, serveMetrics } from "./platform/operation/metrics";
import { shedLoad } from "./platform/operation/load-shedding";
import {
  handleMalformedRequests,
  rejectMalformedRequest,
  abortStalledBodies,
} from "./platform/operation/malformed-requests";
import { readForwardedFor, registerRequestArrival } from "./platform/limits/request-arrival";
import { registerExportLimits } from "./platform/limits/export-limits";
import { MINUTE_MS, registerRateLimits, tooManyRequestsError } from "./platform/limits/rate-limits";
import { registerSessions, sessionCookie } from "./platform/sessions/session";
import { deployRoutes } from "./releases/deploy/deploy-routes";
import { faultRoutes } from "./releases/developer/fault-routes";
import { SHELL } from "./releases/live/live-registry";
import { openReleases } from "./releases/live/open-releases";
import { releasesRoutes } from "./releases/live/releases-routes";
import { NON_PAGE_PATHS } from "./releases/checks/reserved-paths";

const BODY_LIMIT_BYTES = 256 * 1024;

/** Load balancers probe from one address and always need a response; signing out is always possible. */
const UNLIMITED_ROUTES = new Set<string | undefined>([...HEALTH, `/api${endSession.path}`]);

/** Also under overload: ending sessions, and entries with their files, whose deadline may pass. */
const ALWAYS_ACCEPTED_ROUTES = new Set<string | undefined>([
  ...UNLIMITED_ROUTES,
  METRICS_PATH,
  ...[endOneSession, endOtherSessions, submitEntry, uploadEntryFile].map(({ path }) => `/api${path}`),
]);

/** Decides by route and not by URL, which has several encodings: /%61pi/… is the same endpoint. */
const isApi = (request: FastifyRequest) => request.routeOptions.url?.startsWith("/api/") ?? false;

const features: readonly Feature[] = [
  sessionRoutes,
  usersRoutes,
  contestsRoutes,
  contestListsRoutes,
  contestAccessRoutes,
  creatorsRoutes,
  draftsRoutes,
  extensionsRoutes,
  cancellationRoutes,
  reviewRoutes,
  participationRoutes,
  paymentsRoutes,
  followsRoutes,
  teamsRoutes,
  waitingListRoutes,
  entriesRoutes,
  judgesRoutes,
  questionsRoutes,
  announcementsRoutes,
  reportsRoutes,
  progressRoutes,
  registerLifecycleJobs,
  winnersRoutes,
  feedsRoutes,
  embedsRoutes,
  calendarsRoutes,
  awardsRoutes,
  attachmentsRoutes,
  auditRoutes,
  ledgerRoutes,
  contactMessagesRoutes,
  notificationsRoutes,
  nextStepsRoutes,
  overviewRoutes,
  emailPreferencesRoutes,
  telemetryRoutes,
  picturesRoutes,
];

export async function buildApp(deps: Deps, logger?: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = deps;
  const fixedHeaders = securityHeaders(config.publicUrl.startsWith("https:"));
  const app: FastifyInstance = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    // Fastify's own log lines contain URLs, which may contain emails; see logRequests.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof config.trustProxy === "number" ? nearestProxies(config.trustProxy) : config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // As long as any URL can be: the contracts reject long values with a message.
    routerOptions: { maxParamLength: maxHeaderSize },
    // A slow connection needs minutes for a large file: abortStalledBodies limits pauses in the body instead.
    requestTimeout: 0,
    rewriteUrl: ({ url = "/", headers }) => {
      readForwardedFor(headers);
      // Proxies may send an absolute URL (http://host/path); all later code expects a path.
      return readablePath(url.replace(/^https?:\/\/[^/?#]*/i, "") || "/");
    },
    genReqId: () => randomUUID(),
    // Its format differs from the contract's; registerGracefulShutdown rejects late requests instead.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for these errors.
      setRequestIdHeader(request, reply.headers(fixedHeaders));
      void sendError(error, request, reply);
      logRequest(request, reply);
    },
    clientErrorHandler: handleMalformedRequests,
    http: {
      // rejectMalformedRequest rejects it instead, in the API's error format.
      requireHostHeader: false,
      // Set explicitly: with requestTimeout 0, Node.js derives no limit for headers.
      headersTimeout: 60_000,
    },
  });

  await registerPlatform(app, deps, fixedHeaders);
  serveHealth(app, deps, SHELL);

  for (const register of features) register(app, deps);

  const releases = openReleases(deps);
  const { ask } = app.publicAnswers;
  releasesRoutes(app, releases);
  faultRoutes(app, deps, releases.readFile);
  deployRoutes(app, deps, ssrPreflight({ releases, config: config.site, ask, log: app.log }));
  pagesRoutes(app, deps, releases);
  startScheduler(app, app.metrics, Object.fromEntries(app.jobs), deps.jobLocks);
  return app;
}

/** Registers what features build on. The order matters: hooks run in it, and later plugins use earlier ones. */
async function registerPlatform(app: FastifyInstance, deps: Deps, fixedHeaders: Readonly<Record<string, string>>) {
  const { config } = deps;
  const isSecure = config.publicUrl.startsWith("https:");
  registerErrorHandler(app, config.languages);
  app.setNotFoundHandler(sendNotFound);
  readJsonOnly(app);
  // The first hook, since time spent in earlier ones would count as arrival time.
  registerRequestArrival(app, deps);
  logRequests(app);
  traceRequests(app);
  rejectMalformedRequest(app);
  abortStalledBodies(app);
  registerGracefulShutdown(app);
  app.decorate("replicas", deps.replicas ?? PRIMARY_ONLY);
  app.decorate("metrics", serveMetrics(app, deps));

  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: MINUTE_MS,
    allowList: (request) => !isApi(request) || UNLIMITED_ROUTES.has(request.routeOptions.url),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequestsError(Math.ceil(ttl / 1000)),
  });
  registerRateLimits(app, deps);
  registerPublicResponseCache(app, {
    keptFor: config.publicAnswersKeptMs,
    clock: deps.clock,
    readDataSnapshot: readSnapshot(deps),
    fixedHeaders,
    sessionCookie: sessionCookie(isSecure),
  });
  // Elsewhere, builds on the same machine and breakpoints delay the event loop. Cached responses cost less than a rejection.
  if (config.isProduction) shedLoad(app, ALWAYS_ACCEPTED_ROUTES);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(fixedHeaders);
    done();
  });
  await app.register(cookie);
  await app.register(cors, {
    origin: [...config.corsOrigins],
    credentials: true,
    methods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    exposedHeaders: [
      "Link",
      "X-Total-Count",
      "X-Total-Count-At-Least",
      "X-Results-For",
      "Retry-After",
      "Date",
      "X-Request-Id",
    ],
    maxAge: 600,
    // Otherwise the plugin rejects an OPTIONS request that is no preflight in its own format.
    strictPreflight: false,
  });
  compressResponses(app);

  rejectCrossSiteWrites(app, new Set([config.publicUrl, ...config.corsOrigins]), isSecure);
  registerSessions(app, deps, isSecure);
  registerFileUploads(app, deps);
  registerExportLimits(app);
  app.decorate("mailer", registerMailer(app, deps, app.metrics));
  app.decorate("jobs", new Map());
  app.jobs.set("forget_uses", () => app.limits.forget());
  if (app.replicas.isConfigured) app.jobs.set("forget_write_positions", () => forgetWritePositions(deps.db));
  app.jobs.set("sweep_files", () => app.files.sweep());
  app.jobs.set("send_letters", () => app.mailer.send());
  app.jobs.set("forget_letters", () => app.mailer.forgetOld());
}

function readablePath(url: string): string {
  const [path = "", ...query] = url.split("?");
  if (NON_PAGE_PATHS.test(path)) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

const nearestProxies = (hops: number) => (_address: string, hop: number) => hop < hops;

/** Forms on other sites can send text/plain or form fields with our cookie, but never JSON (CSRF). */
function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, {});
    else void parseJson(request, body as string, done);
  });
}

/** Rejects writes from other sites by their Origin or Sec-Fetch-Site header, with or without a cookie. */
function rejectCrossSiteWrites(app: FastifyInstance, ourOrigins: ReadonlySet<string>, isSecure: boolean): void {
  app.addHook("onRequest", async (request) => {
    if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return;
    const { origin } = request.headers;
    const isOurs =
      origin === undefined
        ? SAME_ORIGIN_FETCH_SITES.has(request.headers["sec-fetch-site"])
        : ourOrigins.has(origin) || isSameHost(origin, request, isSecure);
    if (!isOurs)
      throwForbidden("foreign_origin", message("This request came from another site and wasn't carried out."));
  });
}

/** No browser, our own pages, or a typed URL. Other hosts of our domain count as another site. */
const SAME_ORIGIN_FETCH_SITES = new Set<unknown>([undefined, "same-origin", "none"]);

/** Accepts another name of this machine, such as 127.0.0.1 for localhost, with the protocol of the site. */
const isSameHost = (origin: string, { protocol, host }: FastifyRequest, isSecure: boolean) =>
  origin === `${isSecure ? "https" : protocol}://${host}`;
