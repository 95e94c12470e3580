/** The address of the mailbox that the desk reads. */
export type ImapPlace = {
  host: string;
  port: number;
  /** TLS from the beginning; otherwise STARTTLS. */
  secure: boolean;
  user: string;
  password: string;
  mailbox: string;
};

const WRONG_SHAPE =
  'IMAP_URL must be an address such as imaps://help%40shop.example:password@mail.shop.example/INBOX.';

const PORTS: Record<string, number> = { 'imaps:': 993, 'imap:': 143 };

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads `imaps://USER:PASSWORD@HOST:PORT/MAILBOX`; the mailbox is INBOX by default.
 * @returns the place, or the problem in one sentence
 */
export const readImapPlace = (value: string): { place: ImapPlace } | { problem: string } => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const usual = url && PORTS[url.protocol];
  if (!url?.hostname || usual === undefined || url.search || url.hash) return { problem: WRONG_SHAPE };
  const [user, password, mailbox] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  if (!user || !password || mailbox === undefined || /[\r\n\0]/.test(user + password + mailbox))
    return { problem: WRONG_SHAPE };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    place: {
      host,
      port: Number(url.port) || usual,
      secure: url.protocol === 'imaps:',
      user,
      password,
      mailbox: mailbox || 'INBOX',
    },
  };
};
