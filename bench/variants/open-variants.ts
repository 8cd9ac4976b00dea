import type { Browser } from "@playwright/test";
import type { Certificate } from "../front/certificate";
import type { BenchPage } from "../measures/pages";
import { pathOf } from "../measures/pages";
import { openBundle } from "./bundle";
import { earlierSources } from "./earlier-sources";
import { findContest } from "./find-contest";
import { openSite, type FrontedSite } from "./open-site";
import { openStaticCopy } from "./static-copy";
import type { Variant } from "./variant";

export const VARIANTS = ["product", "bundle", "static", "before"] as const;
export type VariantName = (typeof VARIANTS)[number];

export interface OpenVariants {
  variants: Variant[];
  product: FrontedSite;
  close(): Promise<void>;
}

interface Selection {
  names: readonly VariantName[];
  pages: readonly BenchPage[];
  /** The tag or commit of `before`. */
  against: string;
}

/** Builds and starts the variants. Always starts the product, because bundle and static copy use its API and files. */
export async function openVariants(
  certificate: Certificate,
  browser: Browser,
  { names, pages, against }: Selection,
): Promise<OpenVariants> {
  const closes: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closes.toReversed()) await end();
  };
  try {
    console.log("Starting the site of these sources.");
    const product = await openSite(certificate);
    closes.push(product.close);
    const contest = await findContest(product.port);

    const openers: Record<VariantName, () => Promise<Omit<Variant, "name" | "states">>> = {
      product: async () => ({
        url: product.url,
        isAlive: true,
        hasSignedInPages: true,
        contestId: contest._id,
        close: async () => undefined,
      }),
      bundle: async () => {
        console.log("Building one bundle of them.");
        return {
          ...(await openBundle(certificate, product)),
          isAlive: true,
          hasSignedInPages: true,
          contestId: contest._id,
        };
      },
      static: async () => {
        console.log("Saving its pages.");
        const open = pages
          .filter(({ role }) => !role)
          .map((page) => ({ path: pathOf(page, contest._id), content: page.content }));
        return {
          ...(await openStaticCopy(certificate, browser, product, open)),
          isAlive: false,
          hasSignedInPages: false,
          contestId: contest._id,
        };
      },
      before: async () => {
        console.log(`Starting the site of ${against}.`);
        const site = await openSite(certificate, await earlierSources(against));
        return {
          url: site.url,
          close: site.close,
          isAlive: true,
          hasSignedInPages: true,
          contestId: (await findContest(site.port, contest.name))._id,
        };
      },
    };
    const variants: Variant[] = [];
    for (const name of names) {
      const variant = { ...(await openers[name]()), name, states: new Map() };
      closes.push(variant.close);
      variants.push(variant);
    }
    return { variants, product, close };
  } catch (error) {
    await close();
    throw error;
  }
}
