import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findClaim,
  isSigned,
  replyFields,
  TEAM,
  teamAddressee,
  teamSigned,
} from '../../../examples/support-desk/server/domain/mail/replies';
import { readImapPlace } from '../../../examples/support-desk/server/mail/imapPlace';
import { splitText } from '../../../examples/support-desk/server/mail/splitText';
import { isTooLong } from '../../../src/model/validation';

const REPLIES = { key: 'a key', address: 'help@shop.example' };
const CLAIM = { side: 'visitor', conversationId: '0123456789abcdef01234567' } as const;
const ADDRESSEE = 'ada@visitor.example';

const DAY = 86_400_000;
describe('the token of a mail to the team', () => {
  const now = Date.UTC(2027, 0, 10);
  const TO_TEAM = { ...CLAIM, side: 'team' } as const;
  const claimOf = (addressee: string) => {
    const { replyTo = '' } = replyFields(REPLIES, TO_TEAM, addressee, 'id');
    const claim = findClaim(REPLIES, { recipients: [replyTo], references: [] });
    if (!claim) throw new Error('no claim');
    return claim;
  };

  it.each([
    ['ben@shop.example', 'ben@shop.example', 'good'],
    ['ben@shop.example', ' BEN@Shop.Example', 'good'],
    ['ben@shop.example', 'ada@shop.example', undefined],
    ['ben@shop.example', '', undefined],
    [TEAM, 'ada@shop.example', 'good'],
  ] as const)('that %s got is good for %s: %s', (to, from, found) => {
    expect(teamSigned('a key', claimOf(teamAddressee(to, now)), from, now)).toBe(found);
    expect(teamSigned('another key', claimOf(teamAddressee(to, now)), from, now)).toBeUndefined();
  });

  it.each([
    [0, 'good'],
    [29, 'good'],
    [61, 'ended'],
    [400, 'ended'],
    [1000, undefined],
  ] as const)('after %i days is %s', (days, found) => {
    const claim = claimOf(teamAddressee('ben@shop.example', now));
    expect(teamSigned('a key', claim, 'ben@shop.example', now + days * DAY)).toBe(found);
  });

  it('of an earlier version goes on for a while', () => {
    const claim = claimOf(TEAM);
    expect(teamSigned('a key', claim, 'ben@shop.example', now)).toBe('good');
    expect(teamSigned('a key', claim, 'ben@shop.example', Date.UTC(2027, 3, 1))).toBe('ended');
  });
});

describe('the token of a reply', () => {
  it('is found in the address, whatever its case, and in the ids of the mails before', () => {
    const fields = replyFields(REPLIES, CLAIM, ADDRESSEE, 'id');
    const { replyTo = '', messageId = '', references = [] } = fields;
    for (const mail of [
      { recipients: ['other@shop.example', replyTo.toUpperCase()], references: [] },
      { recipients: [], references: ['<other@x.example>', messageId] },
      { recipients: [], references: [...references, '<new@relay.example>'] },
    ]) {
      const claim = findClaim(REPLIES, mail);
      expect(claim).toMatchObject(CLAIM);
      expect(claim && isSigned(REPLIES.key, claim, ` ${ADDRESSEE.toUpperCase()}`)).toBe(true);
    }
  });

  it('is good for nothing but its conversation, side, addressee and desk', () => {
    const { replyTo = '' } = replyFields(REPLIES, CLAIM, ADDRESSEE, 'id');
    const claim = findClaim(REPLIES, { recipients: [replyTo], references: [] });
    if (!claim) throw new Error('no claim');
    expect(isSigned(REPLIES.key, { ...claim, side: 'team' }, TEAM)).toBe(false);
    expect(isSigned(REPLIES.key, { ...claim, side: 'team' }, ADDRESSEE)).toBe(false);
    expect(isSigned(REPLIES.key, { ...claim, conversationId: 'other' }, ADDRESSEE)).toBe(false);
    expect(isSigned('another key', claim, ADDRESSEE)).toBe(false);
    expect(isSigned(REPLIES.key, claim, TEAM)).toBe(false);
    expect(
      findClaim(REPLIES, { recipients: [replyTo.replace('help', 'sales')], references: [] }),
    ).toBeUndefined();
  });

  it('is in an address that mail servers accept, or only in the ids', () => {
    const long = { ...REPLIES, address: `${'help'.repeat(6)}@shop.example` };
    const { replyTo, references } = replyFields(long, CLAIM, ADDRESSEE, 'id');
    expect(replyTo).toBe(long.address);
    expect(findClaim(long, { recipients: [], references: references ?? [] })).toMatchObject(CLAIM);
  });

  it('is read from no other text, and reading never fails', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' })),
        fc.array(fc.string({ unit: 'binary' })),
        (recipients, references) => {
          const claim = findClaim(REPLIES, { recipients, references });
          expect(claim && isSigned(REPLIES.key, claim, ADDRESSEE)).not.toBe(true);
        },
      ),
    );
  });
});

describe('IMAP_URL', () => {
  it.each([
    [
      'imaps://help%40shop.example:p%3Aw%2F@mail.shop.example/INBOX',
      {
        host: 'mail.shop.example',
        port: 993,
        secure: true,
        user: 'help@shop.example',
        password: 'p:w/',
        mailbox: 'INBOX',
      },
    ],
    [
      'imap://a:b@[::1]:1143',
      { host: '::1', port: 1143, secure: false, user: 'a', password: 'b', mailbox: 'INBOX' },
    ],
    [
      'imaps://a:b@mail.example/Support/New%20mail',
      {
        host: 'mail.example',
        port: 993,
        secure: true,
        user: 'a',
        password: 'b',
        mailbox: 'Support/New mail',
      },
    ],
  ])('says where the mailbox is: %s', (url, place) => {
    expect(readImapPlace(url)).toEqual({ place });
  });

  it.each([
    '',
    'mail.example',
    'https://a:b@mail.example',
    'imaps://mail.example',
    'imaps://a@mail.example',
    'imaps://a:b@mail.example?tls=0',
    'imaps://a:b%0d%0aX@mail.example',
    'imaps://a:%E0%A4%A@mail.example',
  ])('is refused with a sentence: %s', (url) => {
    expect(readImapPlace(url)).toMatchObject({ problem: expect.stringMatching(/^IMAP_URL .*\.$/) });
  });
});

it('a long text is split without losing a word, into parts that messages take', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^\S{1,300}$/u), { minLength: 1, maxLength: 60 }), (words) => {
      const parts = splitText(words.join(' '));
      expect(parts.join(' ').split(/\s+/)).toEqual(words.join(' ').split(/\s+/));
      for (const part of parts) expect(isTooLong(part)).toBe(false);
    }),
  );
});
