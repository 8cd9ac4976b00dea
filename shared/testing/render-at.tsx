import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Suspense, useLayoutEffect, type ComponentType, type ReactNode } from "react";
import {
  MemoryRouter,
  Route,
  Routes as RouterRoutes,
  useLocation,
  useNavigate,
  type Location,
  type NavigateFunction,
} from "react-router-dom";
import type { Account } from "@conquest/shared/contracts/users";
import { provideConfig } from "@conquest/shared/singletons/config";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast, useToaster } from "@conquest/shared/singletons/toast";
import { loadEveryPage } from "@conquest/shared/ui/page/page-table";
import { aSiteConfig, aUser } from "./samples";
import { installStubs, type Stub } from "./stubs";

beforeAll(loadEveryPage);

interface Options {
  session?: "signed-out" | "loading" | Partial<Account>;
  answers?: readonly Stub[];
}

/** Renders a remote's routes at a path like the shell does. Check the screen, `address()` and `calls`. */
export function renderAt(path: string, Routes: ComponentType, { session = "signed-out", answers = [] }: Options = {}) {
  provideConfig(aSiteConfig());
  const calls = installStubs(answers);
  queryClient.clear();
  const { queries, ...others } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retry: false, staleTime: 0, gcTime: Infinity } });
  useSession.setState(sessionOf(session));
  toast.remove();

  const router = createTestRouter();
  const element = (
    <Suspense fallback={<p>Loading the page</p>}>
      <Routes />
    </Suspense>
  );
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <router.Watch />
        <AnyAddress>{element}</AnyAddress>
      </MemoryRouter>
      <Toasts />
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup(), calls, address: router.address, go: router.go };
}

/** Renders nothing for links that leave the remote, without a warning. */
const AnyAddress = ({ children }: { children: ReactNode }) => (
  <RouterRoutes>
    <Route path="*" element={children} />
  </RouterRoutes>
);

/** Lets a test read and change the current path. Render `Watch` inside the router. */
export function createTestRouter() {
  let location: Location;
  let navigate: NavigateFunction;
  function Watch() {
    const [here, go] = [useLocation(), useNavigate()];
    useLayoutEffect(() => {
      location = here;
      navigate = go;
    });
    return null;
  }
  return {
    Watch,
    address: () => location.pathname + location.search + location.hash,
    state: () => location.state as unknown,
    /** Call it within `act`. */
    go: (...to: [to: number] | [to: string, options?: { state?: unknown }]) =>
      typeof to[0] === "number" ? navigate(to[0]) : navigate(to[0], to[1]),
  };
}

const NO_SESSION = { user: null, account: null, endedBecause: null, isLost: false, delayedBecause: null };

function sessionOf(session: NonNullable<Options["session"]>) {
  if (session === "signed-out") return { ...NO_SESSION, phase: "signed-out" } as const;
  if (session === "loading") return { ...NO_SESSION, phase: "loading" } as const;
  const account = aUser(session);
  const user = {
    uid: "uid-1",
    displayName: account.name,
    email: account.email,
    photoURL: account.image || null,
    metadata: { creationTime: "Thu, 15 Jan 2026 06:00:00 GMT" },
  };
  return { ...NO_SESSION, phase: "signed-in", user, account } as const;
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
