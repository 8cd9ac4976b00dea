import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import type { z } from "zod";
import type { Endpoint } from "@conquest/shared/contracts/http/endpoint";
import { getUser, type Account } from "@conquest/shared/contracts/users";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { renderAt } from "./render-at";
import { installStubs, stub, type Stub } from "./stubs";

interface Page {
  path: string;
  Routes: ComponentType;
  session: Partial<Account>;
  answers: readonly Stub[];
}

const UNKNOWN = "paused_for_now";

async function renderUntilIdle({ path, Routes, session, answers }: Page) {
  const view = renderAt(path, Routes, {
    session,
    answers: [stub(getUser, () => useSession.getState().account!), ...answers],
  });
  await waitUntilIdle();
  return view;
}

async function waitUntilIdle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  }
}

/** The page's text without relative times. */
const text = () => document.body.textContent.replace(/\d+days\d+hours\d+min\d+sec|now|\d+ minutes? ago/g, "");
const retries = () => screen.queryAllByRole("button", { name: "Retry" });
const headings = () => screen.queryAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent);

/** Returns the stubs, with one endpoint's response modified by `change`. */
const changed = (answers: readonly Stub[], endpoint: Endpoint, change: (data: unknown) => unknown): Stub[] =>
  answers.map((stubbed) =>
    stubbed.endpoint !== endpoint
      ? stubbed
      : {
          endpoint,
          answer: async (request) => ({
            ...(await stubbed.answer(request)),
            data: change(structuredClone((await stubbed.answer(request)).data)),
          }),
        },
  );

/** Returns the endpoints that a page reads, in call order. */
async function readEndpointsOf(page: Page): Promise<Endpoint[]> {
  const { calls, unmount } = await renderUntilIdle(page);
  unmount();
  return [...new Set(calls.map(({ endpoint }) => endpoint).filter(({ method }) => method === "GET"))];
}

/** Renders the page once per endpoint, with unknown values for all enums in its response. Throws if the page does. */
export async function testUnknownValues(page: Page): Promise<void> {
  const endpoints = await readEndpointsOf(page);
  const { unmount } = await renderUntilIdle(page);
  const usual = { headings: headings(), retries: retries().length };
  unmount();
  for (const endpoint of endpoints) {
    const view = await renderUntilIdle({
      ...page,
      answers: changed(page.answers, endpoint, (data) => withUnknown(endpoint.response, data)),
    });
    expect({ endpoint: endpoint.path, headings: headings(), retries: retries().length }).toEqual({
      endpoint: endpoint.path,
      ...usual,
    });
    view.unmount();
  }
}

/** Renders the page once per endpoint with a response of another shape, and once with invalid elements in its list. */
export async function testOtherShapes(page: Page): Promise<void> {
  const endpoints = await readEndpointsOf(page);
  const { unmount } = await renderUntilIdle(page);
  const usual = text();
  unmount();
  for (const [index, endpoint] of endpoints.entries()) {
    const view = await renderUntilIdle({
      ...page,
      answers: changed(page.answers, endpoint, () => ({ unexpected: true })),
    });
    // The first response is the page's main content and must offer Retry; others can be left out.
    if (index === 0)
      expect({ endpoint: endpoint.path, retries: retries().length }).not.toEqual({
        endpoint: endpoint.path,
        retries: 0,
      });
    if (retries().length > 0) {
      installStubs(page.answers);
      for (const retry of retries()) fireEvent.click(retry);
      await waitUntilIdle();
      expect({ endpoint: endpoint.path, text: text() }).toEqual({ endpoint: endpoint.path, text: usual });
    }
    view.unmount();
    const withBad = await renderUntilIdle({
      ...page,
      answers: changed(page.answers, endpoint, (data) =>
        Array.isArray(data) && data.length > 0 ? [null, ...(data as unknown[]), {}, []] : data,
      ),
    });
    expect({ endpoint: endpoint.path, text: text() }).toEqual({ endpoint: endpoint.path, text: usual });
    withBad.unmount();
  }
}

interface Definition {
  type: string;
  innerType: z.ZodType;
  element: z.ZodType;
  discriminator?: string;
  options: readonly z.ZodType[];
  shape?: Readonly<Record<string, z.ZodType>>;
}

function withUnknown(schema: z.ZodType, value: unknown): unknown {
  const { type, innerType, element, shape, discriminator, options } = schema._zod.def as unknown as Definition;
  if (value === null || value === undefined) return value;
  if (type === "enum") return UNKNOWN;
  if (innerType) return withUnknown(innerType, value);
  if (Array.isArray(value)) return value.map((one) => withUnknown(element, one));
  if (typeof value !== "object") return value;
  const fields = value as Record<string, unknown>;
  if (discriminator) {
    const option = options.find((one) => one.safeParse(value).success)!;
    return { ...(withUnknown(option, value) as object), [discriminator]: fields[discriminator] };
  }
  return {
    ...fields,
    ...Object.fromEntries(
      Object.entries(shape ?? {}).flatMap(([name, field]) =>
        name in fields ? [[name, withUnknown(field, fields[name])]] : [],
      ),
    ),
  };
}
