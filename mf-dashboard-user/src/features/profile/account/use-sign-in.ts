import { useEffect, useState } from "react";
import type { Credentials } from "@conquest/shared/singletons/identity";
import { session } from "@conquest/shared/singletons/session-store";

export interface SignIn {
  is: "password" | "google";
  credentials: Credentials;
}

type State = SignIn | { is: "loading" } | { is: "failed"; error: Error; again: () => void };

export function useSignIn(): State {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ is: "loading" });
  useEffect(() => {
    let isCancelled = false;
    const settle = (next: State) => {
      if (!isCancelled) setState(next);
    };
    settle({ is: "loading" });
    const readSignIn = async (): Promise<State> => {
      const credentials = await session.credentials();
      return { is: (await credentials.hasPassword()) ? "password" : "google", credentials };
    };
    readSignIn().then(settle, (error: unknown) =>
      settle({ is: "failed", error: error as Error, again: () => setAttempt(attempt + 1) }),
    );
    return () => {
      isCancelled = true;
    };
  }, [attempt]);
  return state;
}
