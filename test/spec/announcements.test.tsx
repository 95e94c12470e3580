import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { hold } from '../support/hold';
import { createVisitor, returning } from './support/visitor';

const PICTURE = 'https://a.example/x.png';
const said = () => [...document.querySelectorAll('[aria-live=polite] > p')].map((p) => p.textContent);

describe('a single polite region announces each new incoming message once, with its author', () => {
  it.each([
    ['text', { text: 'Hello', textFallback: 'unused' }, 'Hello'],
    ['a picture with words', { type: 'image', mediaUrl: PICTURE, altText: 'Red shoes' }, 'Red shoes'],
    ['a caption', { type: 'image', mediaUrl: PICTURE, text: 'Look', altText: 'Red shoes' }, 'Look'],
    ['a picture', { type: 'image', mediaUrl: PICTURE }, 'Image'],
    ['a file', { type: 'file', mediaUrl: 'https://a.example/x.pdf', altText: ' ' }, 'File'],
    ['a form', { type: 'form', fields: [{ type: 'text', name: 'n', label: 'Your name' }] }, 'Your name'],
    ['an odd form', { type: 'form', fields: 7 }, 'Form'],
    ['a carousel', { type: 'carousel', items: [{ title: 'Otter' }, {}, { title: 'Elk' }] }, 'Otter, Elk'],
    ['a place', { type: 'location', coordinates: { lat: 1, long: 2 } }, 'Location'],
    ['a place with a name', { type: 'location', location: { address: 'Harbour 1' } }, 'Harbour 1'],
    ['what is not known', { type: 'hologram' }, 'Attachment'],
    ['a fallback', { type: 'template', textFallback: 'A template' }, 'A template'],
  ])('%s', async (_, message, words) => {
    const visitor = await createVisitor();
    // These words load together with the first message part.
    expect(visitor.locale.words.value?.knows('announce.image')).toBe(false);
    await visitor.agentSays({ name: 'Ann', ...message });
    expect(said()).toEqual([`Ann says: ${words}`]);
  });

  it('each of several that come at once, and none twice (log-11)', async () => {
    const visitor = await createVisitor();
    const events = [{ text: 'one', name: 'Ann' }, { text: 'two' }].map((message) => ({
      type: 'message',
      message: visitor.service.add(message),
    }));
    await visitor.hears(...events, ...events);
    expect(said()).toEqual(['Ann says: one', 'Shoe shop says: two']);
    await visitor.wait(1000);
    expect(said()).toEqual([]);
    expect(screen.getByText('one')).toBeTruthy();
  });

  it('not the visitor’s own, nor what a page reads first', async () => {
    const visitor = await createVisitor({
      storage: returning(),
      before: (service) => void service.add({ text: 'old' }, 60),
    });
    await visitor.says('Hello');
    await visitor.settle();
    expect(said()).toEqual([]);
  });

  it('also one that was missed while the connection was down, if it is recent (log-14)', async () => {
    const visitor = await createVisitor();
    await visitor.says('Hello');
    visitor.service.add({ text: 'one' });
    visitor.service.add({ text: 'two' });
    visitor.delivery.refresh();
    await visitor.settle();
    expect(said()).toEqual(['Shoe shop says: one', 'Shoe shop says: two']);
    visitor.delivery.refresh();
    await visitor.settle();
    expect(said()).toHaveLength(2);
    await visitor.wait(1000);
    visitor.service.add({ text: 'three' });
    await visitor.wait(181_000);
    visitor.delivery.refresh();
    await visitor.settle();
    expect(said()).toEqual([]);
  });

  it('also an answer that comes before the connection of a new conversation (log-14)', async () => {
    const visitor = await createVisitor();
    const { until, release: confirm } = hold();
    visitor.service.next(/POST .*messages$/, { until });
    await visitor.says('Hello');
    visitor.service.add({ text: 'Hi' });
    visitor.delivery.refresh();
    await visitor.settle();
    expect(said()).toEqual(['Shoe shop says: Hi']);
    confirm();
    await visitor.settle();
  });
});
