import { createHmac } from 'node:crypto';
import { sameSecret } from '../../model/tokens';
import type { Email } from './email';

/** The receiver of an email by the desk: the visitor of a conversation, or the team. */
type Side = 'visitor' | 'team';

/** What a reply claims to answer, by its token. `signature` is not checked yet. */
export type Claim = { side: Side; conversationId: string; signature: string };

/** What replies need: the secret that signs their tokens, and the address of the mailbox that the desk reads. */
export type Replies = { key: string; address: string };

/** The addressee in the token of an email to the team's shared address. Tokens of agents' emails name the agent. */
export const TEAM = 'team';

const LETTERS: Record<Side, string> = { visitor: 'v', team: 't' };
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** 80 bits: they can only be guessed by email. */
const SIGNATURE_LETTERS = 16;
const TOKEN = /^([vt])([a-z\d-]{1,40})([a-z2-7]{16})$/;
/** The length that mail servers accept before the @. */
const LONGEST_LOCAL_PART = 64;

/** An email address in the form for comparison. */
export const plainAddress = (address: string): string => address.trim().normalize('NFC').toLowerCase();

/** Letters and digits that survive a mail server that lower-cases addresses. */
const lettersOf = (bytes: Buffer): string =>
  [...bytes.subarray(0, SIGNATURE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/**
 * Signs what a reply answers. The signature does not expire: a reply may come after weeks.
 * @param addressee the visitor's email address, or `TEAM`
 */
const signatureOf = (
  key: string,
  { side, conversationId }: Pick<Claim, 'side' | 'conversationId'>,
  addressee: string,
): string =>
  lettersOf(
    createHmac('sha256', key)
      .update(JSON.stringify(['reply', side, conversationId, plainAddress(addressee)]))
      .digest(),
  );

export const isSigned = (key: string, claim: Claim, addressee: string): boolean =>
  sameSecret(claim.signature, signatureOf(key, claim, addressee));

/** How long the token of an email to the team is valid: this, or up to twice as long, by the day on which it was sent. */
const PERIOD_MS = 30 * 86_400_000;
/** Older tokens are no longer recognized as the desk's own. */
const KNOWN_PERIODS = 24;
/** The form of tokens that earlier versions sent to the team. They did not expire. */
const ENDLESS_UNTIL = Date.UTC(2027, 2, 1);

/** @param address an agent's, or `TEAM` @param at when the email is sent, in ms */
export const teamAddressee = (address: string, at: number): string =>
  `${plainAddress(address)} ${Math.floor(at / PERIOD_MS)}`;

/**
 * Whether the desk has signed this claim for this agent, or for the team's shared address.
 * @param now in ms
 * @returns `ended` for an expired token
 */
export const teamSigned = (
  key: string,
  claim: Claim,
  address: string,
  now: number,
): 'good' | 'ended' | undefined => {
  for (let periods = 0; periods < KNOWN_PERIODS; periods++)
    for (const one of [address, TEAM])
      if (isSigned(key, claim, teamAddressee(one, now - periods * PERIOD_MS)))
        return periods < 2 ? 'good' : 'ended';
  if (!isSigned(key, claim, TEAM)) return undefined;
  return now < ENDLESS_UNTIL ? 'good' : 'ended';
};

/** The token of a reply, for addresses and message ids. */
const tokenOf = (key: string, claim: Pick<Claim, 'side' | 'conversationId'>, addressee: string): string =>
  LETTERS[claim.side] + claim.conversationId + signatureOf(key, claim, addressee);

/** Reads a token; `undefined` for any other text. */
const readToken = (text: string): Claim | undefined => {
  const [, letter, conversationId, signature] = TOKEN.exec(text.toLowerCase()) ?? [];
  if (conversationId === undefined || signature === undefined) return undefined;
  return { side: letter === LETTERS.team ? 'team' : 'visitor', conversationId, signature };
};

/** An address without a name. */
export const bareAddress = (address: string): string =>
  (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim();

/** The two parts of an address. */
const partsOf = (address: string): { local: string; domain: string } => {
  const bare = bareAddress(address);
  const at = bare.lastIndexOf('@');
  return {
    local: bare.slice(0, at).trim(),
    domain: bare
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  };
};

/** Whether two addresses are the same mailbox, whatever follows a plus. */
export const isSameMailbox = (a: string, b: string): boolean => {
  const [one, other] = [partsOf(plainAddress(a)), partsOf(plainAddress(b))];
  return one.domain === other.domain && one.local.split('+')[0] === other.local.split('+')[0];
};

/**
 * Finds what an email replies to, from its receivers' addresses or from the ids of earlier emails.
 * @param mail addresses without names, and ids in any form
 */
export const findClaim = (
  replies: Pick<Replies, 'address'>,
  { recipients, references }: { recipients: readonly string[]; references: readonly string[] },
): Claim | undefined => {
  for (const address of recipients) {
    const [, token] = isSameMailbox(replies.address, address) ? partsOf(address).local.split('+') : [];
    const claim = token && readToken(token);
    if (claim) return claim;
  }
  const { domain } = partsOf(replies.address);
  // The newest is last.
  for (const id of references.toReversed()) {
    const own = partsOf(id.replace(/[<>\s]/g, ''));
    const claim = own.domain === domain && readToken(own.local.split('.')[0] ?? '');
    if (claim) return claim;
  }
  return undefined;
};

/** The header by which the desk recognizes its own emails when they come back. */
export const OWN_HEADER = 'X-Porch-Mail';

/** The headers that keep machines from answering an email by the desk. */
export const automaticHeaders = (kind: Side | 'transcript' | 'account'): Pick<Email, 'headers'> => ({
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    [OWN_HEADER]: kind,
  },
});

/**
 * The ids of an email without replies. Programs show emails of one thread together.
 * @param id the same if the email is sent again, so that its receiver recognizes it
 */
export const plainFields = (
  from: string,
  thread: string,
  id: string,
): Pick<Email, 'messageId' | 'inReplyTo' | 'references'> => {
  const { domain } = partsOf(from);
  const first = `<porch.thread.${thread}@${domain}>`;
  return { messageId: `<porch.${id}@${domain}>`, inReplyTo: first, references: [first] };
};

/**
 * The headers that bring an email's reply back to the conversation. The token is in `Reply-To`, and also in
 * `Message-ID` and `References`, because some servers drop what follows a plus and others replace the `Message-ID`.
 * @param id the same if the email is sent again, so that its receiver recognizes it
 */
export const replyFields = (
  { key, address }: Replies,
  claim: Pick<Claim, 'side' | 'conversationId'>,
  addressee: string,
  id: string,
): Pick<Email, 'replyTo' | 'messageId' | 'inReplyTo' | 'references'> => {
  const token = tokenOf(key, claim, addressee);
  const { local, domain } = partsOf(address);
  const tagged = `${local}+${token}`;
  const thread = `<${token}@${domain}>`;
  return {
    replyTo: `${tagged.length > LONGEST_LOCAL_PART ? local : tagged}@${domain}`,
    messageId: `<${token}.${id}@${domain}>`,
    inReplyTo: thread,
    references: [thread],
  };
};
