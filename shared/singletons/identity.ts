/** The person as the identity provider knows them. */
export interface IdentityUser {
  uid: string;
  displayName: string | null;
  email: string | null;
  photoURL: string | null;
  metadata: { creationTime?: string };
}

export interface Registration {
  fullName: string;
  email: string;
  password: string;
  photoUrl: string;
}

/** What the site asks of an identity provider. The shell brings Firebase; a remote alone and tests bring a pretend one. */
export interface IdentityProvider {
  /** Calls the listener with the current person, and again after every change. Returns how to stop. */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** Somebody is about to sign in: what is needed for it may be loaded now. */
  prepare?(): void;
  /** A fresh ID token of the current person. */
  idToken(): Promise<string>;
  register(registration: Registration): Promise<IdentityUser>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(): Promise<IdentityUser>;
  updateProfile(profile: { name?: string; photoUrl?: string }): Promise<IdentityUser>;
  signOut(): Promise<void>;
}

/** A refusal of the identity provider: its code (like `auth/popup-blocked`) and a sentence for the person. */
export class IdentityError extends Error {
  override name = "IdentityError";
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
