/** The user as the identity provider knows them. */
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

/** The action of a link in one of the provider's emails, in the provider's terms. */
export type LetterMode = "resetPassword" | "verifyEmail" | "verifyAndChangeEmail" | "recoverEmail";

/** The account that a link in an email is about. */
export interface Letter {
  email: string;
  /** For changes: the new address. */
  newEmail: string | null;
}

/** Passwords and email addresses at the provider. Methods throw {@link IdentityError}. */
export interface Credentials {
  /** Sends an email with a link if an account with a password exists, without revealing whether it does. */
  sendPasswordReset(email: string): Promise<void>;
  /** Returns the purpose of a link's code. Throws if it was used or has expired. */
  readLetter(code: string): Promise<Letter>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Applies the link's code: verifies, changes or restores the address. */
  applyLetter(code: string): Promise<void>;
  /** Returns whether the user has a password here; Google-only users don't. */
  hasPassword(): Promise<boolean>;
  /** Reauthenticates the user. Returns a fresh ID token. */
  confirmByPassword(password: string): Promise<string>;
  /** Same with a Google popup. Call it synchronously in the click handler, or the browser blocks the popup. */
  confirmByGoogle(): Promise<string>;
  /** Requires {@link confirmByPassword}. Returns a fresh ID token, since earlier ones become invalid. */
  changePassword(password: string): Promise<string>;
  /** Requires reauthentication. The change takes effect through a link sent to the new address. */
  sendEmailChange(email: string): Promise<void>;
}

/**
 * The identity provider's interface. The shell implements it with Firebase; standalone remotes and tests use a fake.
 */
export interface IdentityProvider {
  /** Calls the listener with the current user and after every change. Returns an unsubscribe function. */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** A sign-in is likely, so required code can be preloaded. */
  prepare?(): void;
  idToken(): Promise<string>;
  register(registration: Registration): Promise<IdentityUser>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(): Promise<IdentityUser>;
  updateProfile(profile: { name?: string; photoUrl?: string }): Promise<IdentityUser>;
  signOut(): Promise<void>;
  /** Omitted by fakes. */
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
