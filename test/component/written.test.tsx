import { render } from '@testing-library/preact';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replyBody } from '../../examples/support-desk/inbox/model/formatted';
import { Formatted } from '../../examples/support-desk/inbox/ui/message/Formatted';
import { bare, drawn } from '../support/texts/places';
import { mixedTexts } from '../support/texts/written';
import { renderRich } from './support/renderRich';

/** What an element shows, with the signs and numbers that a list draws. */
const shown = (element: Element): string => {
  for (const item of element.querySelectorAll('li')) {
    const list = item.parentElement as HTMLOListElement;
    item.prepend(list.tagName === 'OL' ? `${(list.start || 0) + [...list.children].indexOf(item)}.` : '-');
  }
  return bare(element.textContent ?? '');
};

it('is drawn as all that is read of it, and previewed in the inbox as the visitor sees it (rich-14)', () => {
  const texts = fc.sample(mixedTexts, 200);
  const bodies = texts.map(replyBody).filter(({ markdownText }) => markdownText);
  expect(bodies.length).toBeGreaterThan(50);
  const { log } = renderRich(...bodies);
  const messages = [...(log.querySelector('ol')?.children ?? [])];
  expect(messages).toHaveLength(bodies.length);
  for (const [i, body] of bodies.entries()) {
    const { container } = render(<Formatted source={body.markdownText ?? ''} />);
    const preview = shown(container);
    expect([body.markdownText, preview]).toEqual([body.markdownText, bare(drawn(body))]);
    expect(shown(messages[i] as Element)).toContain(preview);
  }
});
