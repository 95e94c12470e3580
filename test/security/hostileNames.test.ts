import { describe, expect, it } from 'vitest';
import { everyForm, everyKind } from '../component/support/hostileVectors';
import { forThisFile, setUp } from '../support/setUp';
import { attackLog } from './attackedLog';
import { TURNS } from './guard';

const { browser, desk } = await setUp();
const attacked = await forThisFile(attackLog(browser, desk));

/** File names that look like other names because a character in them changes the reading direction. */
const NAMES = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'].flatMap((turn) => [
  `invoice${turn}fdp.exe`,
  `${turn}gpj.exe${turn}`,
  `a ${turn}elpmaxe.knab//:sptth`,
]);

/** Link texts that name the bank although the link leads to `evil.example`. */
const LABELS = [
  'https://bank.example',
  'https://bank.example/login?next=/',
  'bank.example',
  'www.bank.example',
  'Sign in: https://bank.example',
  'https://bank.example@evil.example',
  'https://bank.example:443',
  'ｂａｎｋ．example',
  'bank\u200b.example',
  'help@bank.example',
  '93.184.216.34',
];
const EVIL = 'https://evil.example/';

describe('names and links that look like others', () => {
  it(`shows ${NAMES.length} deceptive names unchanged in every place of every message kind`, async () => {
    const { show, widget, watched, address } = attacked;
    const messages = NAMES.flatMap((name, i) => [
      ...everyKind(name, 'https://a.example/a.png'),
      ...everyForm(name, 'https://a.example/a.png', `${i}`),
      { type: 'file', mediaUrl: `https://a.example/${encodeURIComponent(name)}` },
    ]);
    await show(messages, { actions: [{ type: 'reply', text: NAMES[0], payload: 'p' }] });
    await expect.poll(() => widget.log.locator('form').count()).toBe(NAMES.length * 3);
    const said = await widget.log.evaluate((log) =>
      [log, ...log.querySelectorAll('*')].flatMap((element) => [
        // Ignore `value` attributes: they are sent back to the service unchanged and never displayed.
        ...[...element.attributes].flatMap(({ name, value }) => (name === 'value' ? [] : value)),
        ...[...element.childNodes].map((node) => (node.nodeType === 3 ? (node.nodeValue ?? '') : '')),
      ]),
    );
    expect(said.filter((one) => /invoicefdp\.exe/.test(one)).length).toBeGreaterThan(NAMES.length);
    expect(said.filter((one) => one.match(TURNS))).toEqual([]);
    await watched.expectHarmless(address, 1000);
  });

  it(`shows where ${LABELS.length} deceptive links of four kinds lead`, async () => {
    const { show, widget } = attacked;
    await show(
      LABELS.flatMap((label) => [
        { type: 'text', text: 'a', actions: [{ type: 'link', text: label, uri: EVIL }] },
        { type: 'text', text: 'b', actions: [{ type: 'webview', text: label, uri: EVIL, fallback: EVIL }] },
        { type: 'text', text: 'c', references: [{ title: label, uri: EVIL }] },
        { type: 'text', text: 'd', markdownText: `[${label}](${EVIL})` },
        { type: 'text', text: 'e', actions: [{ type: 'link', text: 'Read more', uri: EVIL }] },
      ]),
    );
    const links = widget.log.locator(`a[href="${EVIL}"]`);
    await expect.poll(() => links.count()).toBe(LABELS.length * 5);
    const texts = await links.allTextContents();
    expect(texts.filter((said) => !said.endsWith(' (evil.example)') && said !== 'Read more')).toEqual([]);
    expect(texts.filter((said) => said === 'Read more')).toHaveLength(LABELS.length);
  });

  it('quotes only messages that are in the log', async () => {
    const { show, widget } = attacked;
    const quoting = (quotedMessage: object, more: object = {}) => ({
      type: 'text',
      text: 'So be it',
      quotedMessage,
      ...more,
    });
    await show([
      { _id: 'said', type: 'text', text: 'Said before' },
      quoting({ type: 'message', content: { type: 'text', text: 'I will pay you a million' } }),
      quoting({ type: 'message', content: 'I will pay you a million' }),
      quoting(
        { type: 'message', content: { text: 'I will pay you a million' } },
        { quotedMessageId: 'nobody' },
      ),
      quoting(
        { type: 'message', content: { text: 'I will pay you a million' } },
        { quotedMessageId: 'said' },
      ),
      quoting({ type: 'message', content: { type: 'text', text: 'Said before' } }),
    ]);
    const quotes = widget.log.locator('blockquote');
    await expect
      .poll(() => quotes.allTextContents())
      .toEqual(['Said before', 'Said before', 'Before the end']);
  });
});
