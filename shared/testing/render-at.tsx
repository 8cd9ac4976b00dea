import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Suspense, type ComponentType } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { Account } from "@conquest/shared/contracts/users";
import { provideConfig } from "@conquest/shared/singletons/config";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast, useToaster } from "@conquest/shared/singletons/toast";
import { aUser } from "./samples";
import { answerWith, type Stub } from "./stubs";

interface Options {
  /** Who looks: nobody, or an account with the given fields. */
  session?: "signed-out" | "loading" | Partial<Account>;
  answers?: readonly Stub[];
}

/** Draws a remote's routes at an address as the shell would. Read the screen; `address()` and `calls` tell the rest. */
export function renderAt(path: string, Routes: ComponentType, { session = "signed-out", answers = [] }: Options = {}) {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
  const calls = answerWith(answers);
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 0, gcTime: Infinity } });
  useSession.setState(sessionOf(session));
  toast.remove();

  const element = (
    <Suspense fallback={<p>Loading the page</p>}>
      <Routes />
    </Suspense>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  const address = () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
  return { ...view, user: userEvent.setup(), calls, address, router };
}

function sessionOf(session: NonNullable<Options["session"]>) {
  if (session === "signed-out") return { phase: "signed-out", user: null, account: null, endedBecause: null } as const;
  if (session === "loading") return { phase: "loading", user: null, account: null, isSettled: false, endedBecause: null } as const;
  const account = aUser(session);
  const user = {
    uid: "uid-1",
    displayName: account.name,
    email: account.email,
    photoURL: account.image || null,
    metadata: { creationTime: "Thu, 15 Jan 2026 06:00:00 GMT" },
  };
  return { phase: "signed-in", user, account, endedBecause: null } as const;
}

function Toasts() {
  const { toasts } = useToaster();
  return (
    <ul aria-label="Toasts">
      {toasts.map(({ id, message }) => (
        <li key={id}>{typeof message === "function" ? null : message}</li>
      ))}
    </ul>
  );
}
