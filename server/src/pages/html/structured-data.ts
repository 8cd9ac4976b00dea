import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import type { getContestDetails, getCreator } from "@conquest/shared/contracts/listing";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import { SITE_NAME, type PageHead, type SubjectKind, type Translate } from "@conquest/shared/contracts/parts/page-head";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { msg } from "@conquest/shared/contracts/text/message";

type Contest = ResponseOf<typeof getContestDetails>;
type Creator = ResponseOf<typeof getCreator>;

interface PageFacts {
  head: PageHead;
  route: RemoteRoute;
  origin: string;
  language: Language;
  translate: Translate;
}

/** Search engines show the beginning only. */
const MAX_DESCRIPTION_LENGTH = 500;

const truncated = (text: string) => [...text.replace(/\s+/g, " ").trim()].slice(0, MAX_DESCRIPTION_LENGTH).join("");

/** Describes an indexed page in schema.org terms, or returns null. `subject` is the response for the page's `head`. */
export function structuredDataOf(facts: PageFacts, subject: unknown): object | null {
  const { head, route } = facts;
  if (!head.isIndexed) return null;
  const graph = route.head
    ? subject
      ? GRAPHS[route.head.from](facts, subject as never)
      : []
    : route.path === "/"
      ? siteGraph(facts)
      : [];
  return graph.length > 0 ? { "@context": "https://schema.org", "@graph": graph } : null;
}

const GRAPHS: Record<SubjectKind, (facts: PageFacts, subject: never) => object[]> = {
  contest: (facts, contest: Contest) => [contestEvent(facts, contest), breadcrumbs(facts)],
  creator: ({ head }, { name, since }: Creator) =>
    name
      ? [
          {
            "@type": "ProfilePage",
            url: head.canonical,
            dateCreated: since,
            mainEntity: { "@type": "Person", name, url: head.canonical, image: head.image },
          },
        ]
      : [],
  winner: () => [],
};

/** A contest is an online event from its opening to its deadline, and joining it is the offer. */
function contestEvent({ head, origin, language }: PageFacts, contest: Contest): object {
  const { name, summary, description, openedAt, deadline, creator, amountDue, phase, spotsLeft, maxParticipants } =
    contest;
  const page = creator.publicId && `${origin}${withLanguage(`/creators/${creator.publicId}`, language)}`;
  return {
    "@type": "Event",
    "@id": `${head.canonical}#contest`,
    name,
    description: truncated(summary ?? description),
    url: head.canonical,
    image: [head.image],
    startDate: openedAt ?? deadline,
    endDate: deadline,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url: head.canonical },
    organizer: creator.name
      ? { "@type": "Person", name: creator.name, ...(page && { url: page }) }
      : { "@type": "Organization", name: SITE_NAME, url: origin },
    isAccessibleForFree: amountDue === 0,
    ...(maxParticipants && { maximumAttendeeCapacity: maxParticipants }),
    ...(spotsLeft !== undefined && { remainingAttendeeCapacity: spotsLeft }),
    offers: {
      "@type": "Offer",
      url: head.canonical,
      price: amountDue,
      priceCurrency: "BDT",
      availability: `https://schema.org/${phase === "open" && spotsLeft !== 0 ? "InStock" : "SoldOut"}`,
      ...(openedAt && { validFrom: openedAt }),
      validThrough: deadline,
    },
  };
}

function breadcrumbs({ head, origin, language, translate }: PageFacts): object {
  const crumbs = [
    { name: translate(msg("Home")), item: origin + withLanguage("/", language) },
    { name: translate(msg("All Contests")), item: origin + withLanguage("/all_contests", language) },
    { name: head.title, item: head.canonical },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({ "@type": "ListItem", position: index + 1, ...crumb })),
  };
}

const siteGraph = ({ head, origin, language }: PageFacts): object[] => [
  { "@type": "WebSite", "@id": `${origin}/#site`, name: SITE_NAME, url: head.canonical, inLanguage: language },
  {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: SITE_NAME,
    url: origin,
    logo: `${origin}/media/brand/icon-512.png`,
  },
];
