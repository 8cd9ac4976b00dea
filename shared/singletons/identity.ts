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

/** The action of a link in one of the provider's emails. */
export type LetterMode = "resetPassword" | "verifyEmail" | "verifyAndChangeEmail" | "recoverEmail";

/** The account that a link in an email is about. */
export interface Letter {
  email: string;
  /** For changes: the new address. */
  newEmail: string | null;
}

export interface Credentials {
  /** Succeeds silently if there is no account with a password. */
  sendPasswordReset(email: string): Promise<void>;
  /** Throws if the code was used or has expired. */
  readLetter(code: string): Promise<Letter>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Applies the link's code: verifies, changes or restores the address. */
  applyLetter(code: string): Promise<void>;
  /** Returns whether the user has a password here; Google-only users don't. */
  hasPassword(): Promise<boolean>;
  confirmByPassword(password: string): Promise<string>;
  /** Same with a Google popup. Call it synchronously in the click handler, or the browser blocks the popup. */
  confirmByGoogle(): Promise<string>;
  /** Requires {@link confirmByPassword}. Returns a fresh ID token, since earlier ones become invalid. */
  changePassword(password: string): Promise<string>;
  sendVerification(): Promise<void>;
  /** Returns a token that says the address is verified, or null if it isn't. */
  verifiedToken(): Promise<string | null>;
  /** Requires reauthentication. The change takes effect through a link sent to the new address. */
  sendEmailChange(email: string): Promise<void>;
}

/** The shell implements it with Firebase; standalone remotes and tests use a fake. */
export interface IdentityProvider {
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** A sign-in is likely, so required code can be preloaded. */
  prepare?(): void;
  idToken(): Promise<string>;
  register(registration: Registration): Promise<IdentityUser>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(): Promise<IdentityUser>;
  updateProfile(profile: { name?: string; photoUrl?: string }): Promise<IdentityUser>;
  signOut(): Promise<void>;
  credentials?(): Promise<Credentials>;
}

/** An error of the identity provider, with its code (like `auth/popup-blocked`) and a message for the user. */
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
