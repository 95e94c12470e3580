import fc from 'fast-check';
import type { Envelope, MailBody } from './compose';

type Answer = (body: MailBody, more?: Partial<Envelope>) => Buffer;

const HTML = [
  '<script>fetch("http://127.0.0.1:1")</script><b>x</b>',
  '<img src=x onerror=alert(1)><svg/onload=alert(1)>',
  `${'<div>'.repeat(5000)}deep`,
  `${'<blockquote>'.repeat(900)}deep`,
  '<table><tr><td>a</td></tr>'.repeat(2000),
  '<!--'.repeat(3000),
  `<a href="${'x'.repeat(50_000)}">a</a>`,
  '<style>@import "http://127.0.0.1:1/a.css";</style><base href="//127.0.0.1">&#0;&#xD800;&#x110000;',
  `<p ${'a="b" '.repeat(5000)}>x</p>`,
  '<plaintext>',
];
const NAMES = [
  '../../../etc/passwd.txt',
  '..\\..\\windows\\win.txt',
  'a\u0000b.txt',
  '\u202egnp.txt',
  `${'n'.repeat(5000)}.txt`,
  '.txt',
  'a.txt\r\nX-Evil: 1',
  "x'; drop table messages;--.txt",
  '=?utf-8?B?////?=.txt',
];
const HEADERS = [
  'Content-Type: text/plain; charset="nothing-known"',
  'Content-Type: multipart/mixed',
  'Content-Type: multipart/mixed; boundary=""',
  'Content-Type: message/rfc822',
  'Content-Type: text/html; charset=utf-7',
  'Content-Transfer-Encoding: nothing-known',
  'Content-Transfer-Encoding: x-uuencode',
  'Subject: =?utf-8?B?////?= =?x?Q?=ZZ?= =?',
  'Date: 99999999999999999999',
  `X-Long: ${'a'.repeat(20_000)}`,
  `To: ${'a@b.example, '.repeat(2000)}`,
  `References: ${'<a@b.example> '.repeat(3000)}`,
  'From: =?utf-8?Q?a=0D=0AX:_y?= <eve@other.example>',
  '__proto__: x',
  'constructor: x',
  ': nothing',
  'no colon at all',
];

const nested = (depth: number): Buffer =>
  Buffer.from(
    Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
    ).join(''),
  );

const partsOf = (count: number): string => {
  const part = '--b\r\nContent-Type: text/plain\r\n\r\na\r\n';
  return `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--\r\n`;
};

/** The header of an answer, with another body below. */
const withBody = (answer: Answer, body: Buffer | string): Buffer => {
  const mail = answer({ plain: '' });
  const head = mail.subarray(0, mail.indexOf('MIME-Version'));
  return Buffer.concat([head, Buffer.from('MIME-Version: 1.0\r\n'), Buffer.from(body)]);
};

/** Mails that want to break who reads them, most of them with a right token. @param answer makes an answer to a mail of the desk */
export const hostileMails = (answer: Answer): fc.Arbitrary<Buffer> => {
  const bytes = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array));
  const text = fc.string({ unit: 'binary', maxLength: 500 });
  const whole = fc
    .record({
      plain: text,
      html: fc.constantFrom(...HTML),
      charset: fc.constantFrom('utf-8', 'utf-16le', 'utf-7', 'shift_jis', 'koi8-r'),
    })
    .map((body) => answer(body));
  return fc.oneof(
    bytes,
    bytes.map((body) => withBody(answer, Buffer.concat([Buffer.from('\r\n'), body]))),
    whole,
    fc.constantFrom(...HTML).map((html) => answer({ html })),
    fc
      .tuple(fc.constantFrom(...NAMES), bytes)
      .map(([name, content]) => answer({ plain: 'a file', files: [{ type: 'text/plain', name, content }] })),
    fc.subarray(HEADERS, { minLength: 1 }).map((headers) => answer({ plain: 'headers' }, { headers })),
    fc.integer({ min: 1, max: 300 }).map((depth) => withBody(answer, nested(depth))),
    fc.integer({ min: 1, max: 1500 }).map((count) => withBody(answer, partsOf(count))),
    fc
      .integer({ min: 1, max: 4000 })
      .map((count) => answer({ plain: 'lines' }, { headers: Array(count).fill('X-More: 1') })),
    // Cut off anywhere.
    fc
      .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([mail, at]) => mail.subarray(0, at * mail.length)),
    // Some bytes are others.
    fc
      .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }))
      .map(([mail, changes]) => {
        const changed = Buffer.from(mail);
        for (const [at, byte] of changes) changed[at % changed.length] = byte;
        return changed;
      }),
  );
};
