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

/** What a link in a letter of the provider asks for, in the provider's own words. */
export type LetterMode = "resetPassword" | "verifyEmail" | "verifyAndChangeEmail" | "recoverEmail";

/** Whom a link in a letter is about. */
export interface Letter {
  email: string;
  /** Of a change: what the address is to be. */
  newEmail: string | null;
}

/** Passwords and addresses at the provider, for pages about them. All of it refuses with {@link IdentityError}. */
export interface Credentials {
  /** Sends a letter with a link, where there is an account with a password; whether there is one is not told. */
  sendPasswordReset(email: string): Promise<void>;
  /** What the code in a link is good for; refuses one that was used or has expired. */
  readLetter(code: string): Promise<Letter>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Carries out what the link asks for: the address is confirmed, changed or changed back. */
  applyLetter(code: string): Promise<void>;
  /** Whether the person who is signed in has a password here; whoever came by Google alone has it there. */
  hasPassword(): Promise<boolean>;
  /** Proves that it is the person who sits here: a fresh ID token. */
  confirmByPassword(password: string): Promise<string>;
  /** The same in Google's window: call it while the click that asked for it is handled, with nothing awaited before. */
  confirmByGoogle(): Promise<string>;
  /** Once {@link confirmByPassword} has passed. Answers a fresh ID token: those from before are no longer good. */
  changePassword(password: string): Promise<string>;
  /** Once confirmed. Sends a letter to the new address, whose link changes it. */
  sendEmailChange(email: string): Promise<void>;
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
  /** A pretend provider does without. */
  credentials?(): Promise<Credentials>;
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
