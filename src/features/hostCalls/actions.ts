import type { ConsentLevel } from '../../platform/storage';

/** The error that the callback of a failed login receives. */
type LoginError = { type: 'LoginFailedError'; message: string; reason: string };

/** The actions that the page's calls can trigger; kept few on purpose. */
export type ApiActions = {
  open(): void;
  close(): void;
  show(): void;
  hide(): void;
  setZIndex(zIndex: number): void;
  setCookies(level: ConsentLevel): void;
  /** @param misuse called with a message when a field is wrong; it is left out */
  customize(value: unknown, misuse: (message: string) => void): void;
  loginUser(
    supplier: (give: (jwt: unknown) => void) => void,
    done?: (error: LoginError | null) => void,
  ): void;
  /** Calls a function just before a logout or a reset. @returns a function that removes it */
  onLeaving(run: () => void): () => void;
  logoutUser(): void;
  useSessionAuth(done?: (error: LoginError | null) => void): void;
  resetWidget(done?: (isReset: boolean) => void): void;
};
