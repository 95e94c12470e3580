import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from '../../../../src/slices/announcer';
import { createLocale } from '../../../../src/slices/locale';
import { createFakeClock } from '../../../support/fakeClock';
import { wire } from '../../../support/messages';
import { englishWords } from '../../../support/words';

const TEXTS = '../../../../src/messageKinds/texts';

const listen = async () => {
  vi.resetModules();
  const { createAnnounce } = await import('../../../../src/delivery/receiving/announce');
  let ids = 0;
  const clock = createFakeClock();
  const announcer = createAnnouncer();
  const locale = createLocale();
  locale.set(englishWords());
  const said = () => announcer.current.value.map(({ text }) => text);
  const announce = createAnnounce({ announcer, clock, locale, title: 'Shoe shop' });
  return {
    ...{ announcer, clock, said },
    say: (text: string, id: string) => announce({ ...wire(id, 1), text }),
    announce: (fields: object) => announce({ ...wire(`m${++ids}`, 1), text: undefined, ...fields }),
  };
};

afterEach(() => vi.doUnmock(TEXTS));

describe('a new message', () => {
  it('with text is announced at once, without the words of message kinds', async () => {
    const loaded = vi.fn();
    vi.doMock(TEXTS, () => {
      loaded();
      return {};
    });
    const { said, announce } = await listen();
    announce({ text: 'Hello' });
    announce({ type: 'template', text: ' ', textFallback: 'A card' });
    expect(said()).toEqual(['Shoe shop says: Hello', 'Shoe shop says: A card']);
    await vi.dynamicImportSettled();
    expect(loaded).not.toHaveBeenCalled();
  });

  it('without text is announced by the words of its kind', async () => {
    const { said, announce } = await listen();
    announce({ type: 'image', raw: { altText: 'Red shoes' } });
    await vi.dynamicImportSettled();
    expect(said()).toEqual(['Shoe shop says: Red shoes']);
  });

  it('is called an attachment if the words of its kind fail to load', async () => {
    vi.doMock(TEXTS, () => {
      throw new Error('lost');
    });
    const { said, announce } = await listen();
    announce({ type: 'image', raw: { altText: 'Red shoes' } });
    await vi.dynamicImportSettled();
    await Promise.resolve();
    expect(said()).toEqual(['Shoe shop says: Attachment']);
  });
});

describe('the texts of the polite region', () => {
  it('are the newest ten of thousands that come at once', async () => {
    const { said, say } = await listen();
    for (let i = 0; i < 5000; i++) say(`${i}`, `m${i}`);
    expect(said()).toEqual(Array.from({ length: 10 }, (_, i) => `Shoe shop says: ${4990 + i}`));
  });

  it('stay until the last one has been read out', async () => {
    const { announcer, clock, said, say } = await listen();
    say('hi', 'm1');
    await clock.advance(500);
    say('hi', 'm2');
    say('hello', 'm3');
    expect(announcer.current.value).toEqual([
      { id: 'm1', text: 'Shoe shop says: hi' },
      { id: 'm2', text: 'Shoe shop says: hi' },
      { id: 'm3', text: 'Shoe shop says: hello' },
    ]);
    await clock.advance(999);
    expect(said()).toHaveLength(3);
    await clock.advance(1);
    expect(said()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  it('tell each message once, and when (log-11)', async () => {
    const { announcer, clock, said, say } = await listen();
    say('hi', 'm');
    say('hi', 'm');
    expect(said()).toHaveLength(1);
    expect(announcer.announcedAt.current.value.get('m')).toBe(clock.now());
  });
});
