import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signLink } from '../../../examples/support-desk/server/domain/mail/emailLinks';
import { withoutLinkKeys } from '../../../examples/support-desk/server/domain/messages/linkKeys';
import { composeMail } from '../../support/mails/compose';
import { readMail } from '../../support/readMail';

const target = fc.record({
  conversationId: fc.stringMatching(/^[\da-f-]{10,36}$/),
  userId: fc.stringMatching(/^[\da-f-]{10,36}$/),
  expiresAt: fc.nat(),
  signedAt: fc.nat(),
});
const PAGE = 'https://shop.example/help';

/** How a link reaches the desk again. */
const WAYS: Record<string, (link: string) => string> = {
  'as it is': (link) => link,
  'in brackets': (link) => `Open the conversation [${link}]`,
  quoted: (link) => `> <${link}>`,
  'by a scanner of Outlook': (link) =>
    `https://eur01.safelinks.example/?url=${encodeURIComponent(link)}&data=05%7C01`,
  'by a scanner that writes its own signs': (link) =>
    `https://defense.example/v2/url?u=${link.replaceAll('-', '-2D').replaceAll('_', '-5F').replace('#', '-23').replace('=', '-3D').replace('://', '-3A__').replaceAll('/', '_')}&d=x`,
  'by a scanner that replaces a sign': (link) =>
    `https://defense.example/v3/__${link.replace('#', '*')}__;Iw!!`,
  'over two lines': (link) => `${link.slice(0, 70)}\n${link.slice(70)}`,
  'over quoted lines': (link) => `> ${link.match(/.{1,60}/g)?.join('\r\n> > ')}`,
  'with soft ends of lines': (link) => link.replace('=', '=3D').replace(/.{75}/g, '$&=\n'),
  'twice in a row': (link) => `${link} ${link}`,
  'in cells of a table': (link) => link.match(/.{1,60}/g)?.join(' ') ?? '',
  'with signs that nobody sees': (link) => link.replace(/.{20}/g, '$&\u200b'),
  'in base64 within another address': (link) =>
    `https://protection.example/?d=shop.example&u=${Buffer.from(link).toString('base64url')}&i=NW`,
  'in base64 over lines': (link) =>
    `https://protection.example/?u=${Buffer.from(link)
      .toString('base64')
      .match(/.{1,60}/g)
      ?.join('\n> ')}&i=NW`,
  'by two scanners': (link) =>
    `https://one.example/?u=${Buffer.from(`https://two.example/?url=${encodeURIComponent(link)}`).toString('base64url')}`,
  'without the page': (link) => link.slice(link.indexOf('=') + 1),
};

describe('a key that opens a conversation', () => {
  it.each(Object.entries(WAYS))('is taken out of a text: %s', (_way, write) => {
    fc.assert(
      fc.property(target, fc.string(), (of, secret) => {
        const key = signLink(secret, of);
        const text = withoutLinkKeys(`Hello,\n${write(`${PAGE}#porch-open=${key}`)}\nBye`);
        const [payload = '', signature = ''] = key.split('.');
        const bare = text.replace(/[^\w]/g, '');
        for (const encoded of text.match(/aHR0c[\w-]+/g) ?? [])
          expect(Buffer.from(encoded, 'base64url').toString()).not.toContain('porch-open');
        for (const secretPart of [payload.slice(0, 30), signature.slice(-20)])
          expect(bare).not.toContain(secretPart.replace(/[^\w]/g, ''));
        expect(text).toContain('(taken-out)');
        expect(text).toMatch(/^Hello,\n[\s\S]*\n?Bye$/);
      }),
    );
  });

  it('is taken out where a program has cut it off', () => {
    expect(withoutLinkKeys(`See ${PAGE}#porch-open=WyJhYmMi... more`)).toBe(
      `See ${PAGE}#porch-open=(taken-out) more`,
    );
  });

  it.each([
    'Hello',
    `${PAGE}?a=b#c`,
    'porch-open',
    `See https://x.example/?u=${Buffer.from('https://other.example/a/long/address/that/opens/nothing/at/all').toString('base64url')} here`,
    'WyJ is a name. Then we went to the shop, and there was nobody who could say more about it.',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    `${PAGE}#porch-open=(taken-out)`,
  ])('is all that is taken out: %j', (text) => {
    expect(withoutLinkKeys(text)).toBe(text);
  });

  const KEY = signLink('secret', { conversationId: 'a-b', userId: 'c-d', expiresAt: 1, signedAt: 0 });
  const ENVELOPE = { from: 'ada@visitor.example', to: 'help@shop.example' };
  const filesOf = async (type: string, name: string, content: Buffer) =>
    (await readMail(composeMail(ENVELOPE, { plain: 'See below', files: [{ type, name, content }] }))).files;
  const decoded = (mail: string): string =>
    mail
      .replace(/([^=\n])=\r?\n(?!--)/g, '$1')
      .replace(/^(?:[\w+/]{4,}={0,2}\r?\n)+/gm, (part) => Buffer.from(part, 'base64').toString());

  it.each(['quoted-printable', 'base64', '8bit'] as const)(
    'is taken out of an attached mail: %s',
    async (encoding) => {
      const ours = composeMail(ENVELOPE, {
        plain: `We have it in blue.\n\nOpen the conversation:\n${PAGE}#porch-open=${KEY}\n\nUntil Friday.`,
        html: `<p><a href="${PAGE}#porch-open=${KEY}">Open</a></p>`,
        encoding,
      });
      const [file] = await filesOf('message/rfc822', 'mail.eml', ours);
      const text = decoded(file?.content.toString() ?? '');
      expect(decoded(ours.toString())).toContain(KEY.slice(-20));
      expect(text).not.toContain(KEY.slice(-20));
      expect(text).not.toContain(KEY.slice(0, 20));
      expect(text).toContain('(taken-out)');
      for (const words of ['We have it in blue.', 'Until Friday.']) expect(text).toContain(words);
    },
  );

  it.each([
    ['signs that nobody sees', (link: string) => `<p>${link.replace(/.{20}/g, '$&&#8203;')}</p>`],
    ['places for a break', (link: string) => `<p>${link.replace(/.{20}/g, '$&<wbr>')}</p>`],
    ['cells', (link: string) => `<table><tr><td>${link.replace(/.{60}/g, '$&</td><td>')}</td></tr></table>`],
  ])('is taken out of HTML with %s', async (_what, write) => {
    const { text } = await readMail(composeMail(ENVELOPE, { html: write(`${PAGE}#porch-open=${KEY}`) }));
    const clean = withoutLinkKeys(text).replace(/[^\w]/g, '');
    for (const secret of [KEY.slice(0, 20), KEY.slice(-20)])
      expect(clean).not.toContain(secret.replace(/[^\w]/g, ''));
  });

  it('is taken out of attached texts, and nothing else of files', async () => {
    const [text] = await filesOf('text/plain', 'a.txt', Buffer.from(`See ${PAGE}#porch-open=${KEY} here`));
    expect(text?.content.toString()).toBe(`See ${PAGE}#porch-open=(taken-out) here`);
    const wide = Buffer.from(`\ufeffSee ${PAGE}#porch-open=${KEY} here`, 'utf16le');
    const [csv] = await filesOf('application/octet-stream', 'a.csv', wide);
    expect(csv?.content.toString('utf16le')).toBe(`\ufeffSee ${PAGE}#porch-open=(taken-out) here`);
    const same = Buffer.from([0, 255, 10, 13, 228, 65, 65, 65, 65, 10, 66]);
    for (const [type, name] of [
      ['image/png', 'a.png'],
      ['text/plain', 'b.txt'],
      ['message/rfc822', 'c.eml'],
    ] as const)
      expect((await filesOf(type, name, same))[0]?.content).toEqual(same);
  });
});
