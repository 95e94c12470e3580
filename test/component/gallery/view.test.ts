import { describe, expect, it } from 'vitest';
import { snippetOf } from '../../../examples/gallery/src/snippet';
import { slugOf } from '../../../examples/gallery/src/stage';
import { STATES } from '../../../examples/gallery/src/states';
import { FIRST, queryWith, viewIn } from '../../../examples/gallery/src/view';
import { TEXTS } from '../../../src/messageKinds/texts';

const query = (text: string) => new URLSearchParams(text);

describe('the address of the gallery', () => {
  it('has one name for each state, that no element of the page has', () => {
    const slugs = STATES.map(({ name }) => slugOf(name));
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/);
    for (const id of ['look', 'states', 'snippet', 'snippet-title', 'radius', 'font'])
      expect(slugs).not.toContain(id);
  });

  it('carries what differs from the first view, and comes back as the same view', () => {
    const view = { ...FIRST, locale: 'ar', size: '320x568', action: '#b4651d', radius: '0', side: 'left' };
    const text = queryWith(query('find=menu&scheme=dark'), view);
    expect(text).toBe('?find=menu&locale=ar&size=320x568&side=left&action=%23b4651d&radius=0');
    expect(viewIn(query(text), ['ar', 'en-us'])).toEqual(view);
    expect(queryWith(query(''), FIRST)).toBe('');
  });

  it('is read without what no knob can say', () => {
    const odd = query(
      'locale=xx&direction=up&size=x&scheme=auto&side=top&action=red&message=%23fff&radius=99&font=11',
    );
    expect(viewIn(odd, ['en-us', 'ar'])).toEqual(FIRST);
  });
});

it('the snippet is the tag alone for the first look, and has what differs from it', () => {
  expect(snippetOf(FIRST, 'https://x.example/porch.js')).toBe(
    '<script async src="https://x.example/porch.js"></script>',
  );
  const view = {
    ...FIRST,
    locale: 'de',
    size: '320x568',
    direction: 'rtl',
    scheme: 'dark',
    font: '20',
    side: 'left',
  };
  expect(
    snippetOf(view, 'https://x.example/porch.js'),
  ).toBe(`<script async src="https://x.example/porch.js"></script>
<script>
  window.zE ||= function () { (zE.q ||= []).push(arguments) };
  zE('messenger:set', 'locale', 'de');
  zE('messenger:set', 'customization', {
    theme: {
      scheme: 'dark',
      fontSize: 20,
    },
    position: {
      side: 'left',
    },
  });
</script>`);
});

it('a state shows each kind of message', () => {
  const shown = new Set(STATES.flatMap(({ messages }) => messages.map(({ type }) => type)));
  expect(Object.keys(TEXTS).filter((type) => !shown.has(type))).toEqual([]);
});
