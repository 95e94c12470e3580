/** An email by the desk. */
export type Email = {
  /** Addresses, alone or after a name in the form of the settings. */
  to: string | readonly string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  messageId?: string;
  inReplyTo?: string;
  references?: string[];
  headers?: Record<string, string>;
};

/** Sends an email by this server. Rejects if the server does not take it, or if the signal is aborted. */
export type SendEmail = (smtpUrl: string, email: Email, signal?: AbortSignal) => Promise<void>;

/** Codes with which a server refuses the desk, not an email: it wants another login, or another connection. */
const OF_THE_DESK = [530, 534, 535, 538];

/**
 * Whether the mail server itself has refused this address or this email for good. No answer, a rejected login and
 * temporary errors do not count.
 */
export const isRefusal = (error: unknown): boolean => {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return (
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600 &&
    !OF_THE_DESK.includes(responseCode) &&
    (command === 'RCPT TO' || command === 'DATA')
  );
};
