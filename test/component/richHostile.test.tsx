import { fireEvent } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { everyKind, SOME_XSS, XSS } from './support/hostileVectors';
import { renderRich } from './support/renderRich';

const OURS = new Set(
  'a b bdi blockquote button code dialog div em img li nav ol p path small span strong svg ul'.split(' '),
);
const LINKS = /^(https?:\/\/|mailto:|tel:)/;

/** Everything in the log that the interface did not draw on purpose. */
const foreign = (root: Element): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => {
    const tag = element.tagName.toLowerCase();
    const found = OURS.has(tag) ? [] : [`<${tag}>`];
    for (const { name, value } of element.attributes) {
      if (/^on|^srcdoc$|^formaction$|^style$/i.test(name)) found.push(`${tag}[${name}]`);
      if (/href$/i.test(name) && !LINKS.test(value)) found.push(`href=${value}`);
      if (name === 'src' && !/^https?:\/\//.test(value)) found.push(`src=${value}`);
    }
    if (tag === 'a' && element.getAttribute('rel') !== 'noopener noreferrer') found.push('rel');
    if (tag === 'a' && element.getAttribute('target') !== '_blank') found.push('target');
    return found;
  });

const isHacked = () => 'hacked' in globalThis || 'hacked' in (window.top ?? window);

/** `test/security/richMessages.test.ts` goes through all vectors and all addresses in a browser. */
describe('a hostile string in any field of any kind', () => {
  it('stays text when its buttons are pressed', () => {
    expect(new Set(XSS).size).toBeGreaterThanOrEqual(300);
    expect(new Set(SOME_XSS).size).toBe(16);
    const found: string[] = [];
    for (const vector of SOME_XSS) {
      const { log, unmount } = renderRich(...everyKind(vector));
      found.push(...foreign(log).map((what) => `${what} of ${vector}`));
      const first = log.querySelector('li p[dir=auto]')?.textContent;
      if (first !== vector) found.push(`${first} instead of ${vector}`);
      for (const button of log.querySelectorAll('button')) fireEvent.click(button);
      unmount();
    }
    expect(found).toEqual([]);
    expect(isHacked()).toBe(false);
  });

  it('may have any shape', () => {
    const shapes: unknown[] = [
      null,
      0,
      -1,
      Number.NaN,
      true,
      [],
      {},
      [[]],
      [null],
      { length: 9 },
      'x',
      [{ type: 'link' }],
    ];
    for (const shape of shapes) {
      const fields =
        'text textFallback name actions items coordinates location quotedMessage quotedMessageId references authorSubtypes mediaUrl previewContentUrl mediaType mediaSize mediaWidth mediaHeight altText displaySettings markdownText';
      const raw = Object.fromEntries(fields.split(' ').map((field) => [field, shape]));
      const kinds = [
        'text',
        'image',
        'file',
        'carousel',
        'list',
        'location',
        'template',
        '__proto__',
        'toString',
      ];
      const { log, unmount } = renderRich(...kinds.map((type) => ({ ...raw, type })));
      expect(log.querySelectorAll(':scope > ol > li')).toHaveLength(kinds.length);
      expect(foreign(log)).toEqual([]);
      unmount();
    }
  });
});
