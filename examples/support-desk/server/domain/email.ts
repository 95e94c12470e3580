/** An email of the desk. */
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

/** Sends an email by this server; rejects where the server does not take it, or when the signal is aborted. */
export type SendEmail = (smtpUrl: string, email: Email, signal?: AbortSignal) => Promise<void>;
