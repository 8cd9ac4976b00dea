import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, NavLink } from "react-router-dom";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser, type Account } from "@conquest/shared/contracts/users";
import { provideConfig } from "@conquest/shared/singletons/config";
import type { IdentityProvider, IdentityUser } from "@conquest/shared/singletons/identity";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { provideIdentity, useSession } from "@conquest/shared/singletons/session-store";
import { useTheme } from "@conquest/shared/singletons/theme-store";
import { useToaster } from "@conquest/shared/singletons/toast";
import { ToastPlace } from "@conquest/shared/ui/dialog/toast-place";
import { fakeCredentials } from "./fake-credentials";
import { aUser } from "./samples";
import { installStubs, stub, type Stub } from "./stubs";

const IDENTITIES = ["signed-out", "user", "requested", "creator", "admin"] as const;
type Identity = (typeof IDENTITIES)[number];

interface Remote {
  name: string;
  routes: { path: string; title: string }[];
}

/** Renders a remote as a standalone page without a server. Paths like `/contest-details/:id` use a sample id. */
export function runStandalone(
  remote: Remote,
  Routes: ComponentType,
  { as, answers, id = "1" }: { as: Identity; answers: Stub[]; id?: string },
) {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: {
      kind: "emulator",
      emulatorUrl: null,
      apiKey: "alone",
      authDomain: "localhost",
      projectId: "demo-alone",
    },
    social: [],
  });
  installStubs([
    stub(createSession, { success: true }),
    stub(endSession, { success: true }),
    stub(saveUser, () => accountOf(as)),
    stub(getUser, () => useSession.getState().account ?? accountOf(as)),
    ...answers,
  ]);
  provideIdentity(fakeIdentityProvider(as));
  signInAs(as);

  const paths = remote.routes.map(({ path, title }) => ({ to: path.replace(/:\w+/g, id), title }));
  if (!paths.some(({ to }) => to === location.pathname) && paths[0]) history.replaceState(null, "", paths[0].to);
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Bar name={remote.name} paths={paths} as={as} />
          <main id="content" className="cq-container cq-page">
            <Suspense fallback={<p>Loading the page</p>}>
              <Routes />
            </Suspense>
          </main>
          <Toasts />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

const accountOf = (who: Identity): Account => aUser(who === "signed-out" ? {} : { role: who });

const identityUserOf = ({ name, email }: Account): IdentityUser => ({
  uid: "alone",
  displayName: name,
  email,
  photoURL: null,
  metadata: { creationTime: "Thu, 15 Jan 2026 06:00:00 GMT" },
});

function signInAs(who: Identity): void {
  const account = who === "signed-out" ? null : accountOf(who);
  const user = account && identityUserOf(account);
  useSession.setState({
    phase: account ? "signed-in" : "signed-out",
    account,
    user,
    endedBecause: null,
    delayedBecause: null,
  });
  queryClient.clear();
}

function fakeIdentityProvider(as: Identity): IdentityProvider {
  const person = async () => identityUserOf(accountOf(as));
  return {
    onChange: () => () => undefined,
    idToken: async () => "alone",
    register: person,
    signIn: person,
    signInWithGoogle: person,
    updateProfile: person,
    signOut: async () => undefined,
    credentials: async () => fakeCredentials(),
  };
}

function Bar({ name, paths, as }: { name: string; paths: { to: string; title: string }[]; as: Identity }) {
  const { theme, setTheme } = useTheme();
  return (
    <header
      className="cq-container"
      style={{ display: "flex", flexWrap: "wrap", gap: "0.5rem 1rem", paddingBlock: "0.75rem" }}>
      <strong>{name}, alone</strong>
      <nav aria-label="Pages" style={{ display: "flex", flexWrap: "wrap", gap: "0.5rem 1rem", flex: 1 }}>
        {paths.map(({ to, title }) => (
          <NavLink key={to} to={to} end className="cq-link">
            {title}
          </NavLink>
        ))}
      </nav>
      <label>
        Signed in:{" "}
        <select defaultValue={as} onChange={({ target }) => signInAs(target.value as Identity)}>
          {IDENTITIES.map((who) => (
            <option key={who}>{who}</option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={theme === "dark"}
          onChange={({ target }) => setTheme(target.checked ? "dark" : "light")}
        />{" "}
        Dark
      </label>
    </header>
  );
}

function Toasts() {
  const { toasts } = useToaster();
  return (
    <ToastPlace>
      <section className="cq-toasts" aria-label="Status messages" aria-live="polite">
        {toasts.map(({ id, type, message }) => (
          <div key={id} className={`cq-toast cq-toast-${type}`}>
            {typeof message === "function" ? null : message}
          </div>
        ))}
      </section>
    </ToastPlace>
  );
}
