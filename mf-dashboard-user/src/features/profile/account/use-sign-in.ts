import { useEffect, useState } from "react";
import type { Credentials } from "@conquest/shared/singletons/identity";
import { session } from "@conquest/shared/singletons/session-store";

export interface SignIn {
  is: "password" | "google";
  credentials: Credentials;
}

type State = SignIn | { is: "loading" } | { is: "failed"; error: Error; again: () => void };

/** How the person signs in, as the provider knows it. */
export function useSignIn(): State {
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<State>({ is: "loading" });
  useEffect(() => {
    let isOver = false;
    const settle = (next: State) => {
      if (!isOver) setState(next);
    };
    settle({ is: "loading" });
    const look = async (): Promise<State> => {
      const credentials = await session.credentials();
      return { is: (await credentials.hasPassword()) ? "password" : "google", credentials };
    };
    look().then(settle, (error: unknown) =>
      settle({ is: "failed", error: error as Error, again: () => setTries(tries + 1) }),
    );
    return () => {
      isOver = true;
    };
  }, [tries]);
  return state;
}
