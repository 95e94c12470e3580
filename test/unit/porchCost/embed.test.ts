import { describe, expect, it } from 'vitest';
import {
  addressesOf,
  hasInlineScript,
  insertEmbed,
  strictPolicy,
  withNonces,
} from '../../../scripts/porch-cost/embed.mjs';
import { addedTo, countElements, scoreOf } from '../../../scripts/porch-cost/findLauncher.mjs';
import { broughtBy } from '../../../scripts/porch-cost/scout.mjs';
import { fits } from '../../../scripts/porch-cost/without.mjs';

describe('the embed', () => {
  it('comes before the end of the body, or at the end of a page without one', () => {
    expect(insertEmbed('<body><p>Hi</BODY></html>', '<x>')).toBe('<body><p>Hi<x>\n</BODY></html>');
    expect(insertEmbed('<p>Hi', '<x>')).toBe('<p>Hi\n<x>\n');
  });

  it('names the addresses of its scripts, as the page would resolve them', () => {
    const tags = `<script async src="/a.js?x=1&amp;y=2"></script><script src='//cdn.example/b.js'></script><SCRIPT defer src=c.js></SCRIPT>`;
    expect(addressesOf(tags, 'https://page.example/shop/')).toEqual([
      'https://page.example/a.js?x=1&y=2',
      'https://cdn.example/b.js',
      'https://page.example/shop/c.js',
    ]);
    expect(hasInlineScript(tags)).toBe(false);
    expect(hasInlineScript('<script data-src="x">run()</script>')).toBe(true);
  });

  it('is allowed by a strict policy what its tags name, and no more', () => {
    const policy = strictPolicy(
      '<script src="https://desk.example/porch.js"></script>',
      'https://page.example/',
    );
    expect(policy).toContain("connect-src 'self' https://desk.example wss://desk.example");
    expect(policy).toContain("style-src 'self' https://desk.example;");
    expect(policy).not.toMatch(/unsafe|data:/);
    const [, nonce = 'none'] = /nonce-(\w+)/.exec(policy) ?? [];
    expect(withNonces('<script src=a><SCRIPT>')).toBe(
      `<script nonce="${nonce}" src=a><SCRIPT nonce="${nonce}">`,
    );
  });
});

it.each([
  ['*://desk.example/*', 'https://desk.example/porch.js', true],
  ['*/porch.js', 'https://desk.example/porch.js', true],
  ['*/porch.js', 'https://desk.example/porchXjs', false],
  ['https://a.example/b?c', 'https://a.example/b?c', true],
])('a pattern of addresses %s and %s: %s', (pattern, url, expected) => {
  expect(fits(pattern, url)).toBe(expected);
});

it('what a policy refuses is the embed’s as far as the page without it had less', () => {
  const one = { directive: 'img-src', what: 'https://a.example' };
  const other = { directive: 'script-src-elem', what: 'inline' };
  expect(broughtBy([one, other, one, one], [other, one])).toEqual([{ ...one, times: 2 }]);
});

describe('the launcher', () => {
  const bubble = {
    tag: 'button',
    words: 'Open chat',
    role: '',
    isPointed: true,
    isPlaced: true,
    takesText: false,
    box: { x: 1200, y: 640, width: 60, height: 60 },
  };

  it('is what can be pressed, stays in its corner and is called so', () => {
    const close = { ...bubble, words: 'Close this notice' };
    const link = { ...bubble, tag: 'a', words: 'Powered by us', isPlaced: false };
    const scores = [bubble, close, link].map(scoreOf);
    expect(scores[0]).toBeGreaterThan(Math.max(scores[1] ?? 0, scores[2] ?? 0));
    expect(scoreOf({ ...bubble, tag: 'div' })).toBeGreaterThan(0);
  });

  it.each([
    ['too small', { box: { ...bubble.box, width: 4 } }],
    ['a panel', { box: { x: 800, y: 100, width: 400, height: 600 } }],
    ['out of sight', { box: { ...bubble.box, y: 2000 } }],
    ['not to be pressed', { tag: 'div', isPointed: false }],
  ])('is nothing that is %s', (_, change) => {
    expect(scoreOf({ ...bubble, ...change })).toBe(0);
  });

  it('is looked for among the elements that the page without the embed does not have', () => {
    const root = { nodeId: 1, nodeType: 9, localName: '' };
    const element = (localName: string, ...attributes: string[]) => ({
      node: { nodeId: 2, nodeType: 1, localName, attributes },
      parent: undefined,
      root,
    });
    const page = [element('a', 'href', '/'), element('button'), element('a', 'href', '/')];
    const added = element('button');
    expect(addedTo([...page, added, element('a', 'href', '/other')], countElements(page)).length).toBe(2);
    expect(addedTo(page, countElements(page))).toEqual([]);
  });
});
