import { ARTICLE_WRITING } from "./contests/article-writing";
import { BOOK_REVIEWS } from "./contests/book-reviews";
import { BUSINESS_IDEAS } from "./contests/business-ideas";
import { DIGITAL_ADVERTISEMENT } from "./contests/digital-advertisement";
import { GAMING_REVIEWS } from "./contests/gaming-reviews";
import { IMAGE_DESIGN } from "./contests/image-design";
import { MARKETING_STRATEGY } from "./contests/marketing-strategy";
import { MOVIE_REVIEWS } from "./contests/movie-reviews";
import type { DemoContest } from "./contests/demo-contest";

/** Contests by tag. Their order determines the random values of the demo. */
export const DEMO_CONTESTS: DemoContest[] = [
  ...IMAGE_DESIGN,
  ...ARTICLE_WRITING,
  ...MARKETING_STRATEGY,
  ...DIGITAL_ADVERTISEMENT,
  ...GAMING_REVIEWS,
  ...BOOK_REVIEWS,
  ...BUSINESS_IDEAS,
  ...MOVIE_REVIEWS,
];
