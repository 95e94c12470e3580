import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAnnouncer } from '../../../../src/slices/announcer';
import { createLocale } from '../../../../src/slices/locale';
import { createFakeClock } from '../../../support/fakeClock';
import { wire } from '../../../support/messages';
import { englishWords } from '../../../support/words';

const TEXTS = '../../../../src/messageKinds/texts';

const listen = async () => {
  vi.resetModules();
  const { announce } = await import('../../../../src/delivery/receiving/announce');
  let ids = 0;
  const announcer = createAnnouncer({ createId: () => `${++ids}`, clock: createFakeClock() });
  const locale = createLocale();
  locale.set(englishWords());
  const said = () => announcer.current.value.map(({ text }) => text);
  const deps = { announcer, locale, title: 'Shoe shop' };
  return {
    said,
    announce: (fields: object) => announce(deps, { ...wire('m', 1), text: undefined, ...fields }),
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

  it('is not announced once that is cancelled', async () => {
    const { said, announce } = await listen();
    announce({ type: 'image' })();
    await vi.dynamicImportSettled();
    expect(said()).toEqual([]);
  });
});
