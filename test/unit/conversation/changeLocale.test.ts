import { describe, expect, test, vi } from 'vitest';
import { createLocaleChanger } from '../../../src/conversation/changeLocale';
import { createWords, type Words } from '../../../src/i18n/words';
import { createLocale } from '../../../src/slices/locale';
import { flush } from '../../support/fakeClock';

const words = (code: string) => createWords(code, {}, vi.fn());

const create = (initial = 'en-us') => {
  const pending = new Map<string, (answer: { success: boolean; words?: Words }) => void>();
  const locale = createLocale();
  const load = vi.fn(
    (wanted: string) =>
      new Promise<{ success: boolean; words?: Words }>((resolve) => pending.set(wanted, resolve)),
  );
  const arrive = async (
    code: string,
    answer: { success: boolean; words?: Words } = { success: true, words: words(code) },
  ) => {
    pending.get(code)?.(answer);
    await flush();
  };
  const changer = createLocaleChanger({ load, locale, initial });
  /** The current state of `ready`. */
  const watch = () => {
    const state = { now: 'waiting' };
    changer.ready().then(
      () => {
        state.now = 'ready';
      },
      (error: Error) => {
        state.now = error.message;
      },
    );
    return state;
  };
  return { ...changer, locale, load, arrive, watch };
};

const it = test.extend('side', () => create('de'));

describe('the first words', () => {
  it('are those of the configuration, fetched when they are needed', async ({ side }) => {
    expect(side.load).not.toHaveBeenCalled();
    const state = side.watch();
    await side.arrive('de');
    expect([state.now, side.locale.locale.value, side.load.mock.calls]).toEqual([
      'ready',
      'de',
      [['de', false]],
    ]);
  });

  it('are fetched once for any number of callers', async () => {
    const side = create();
    const states = [side.watch(), side.watch()];
    await side.arrive('en-us');
    expect(states.map((s) => s.now)).toEqual(['ready', 'ready']);
    expect(side.load).toHaveBeenCalledTimes(1);
  });

  it('that cannot be had are an error, and are asked for again the next time', async () => {
    const side = create();
    const failed = side.watch();
    await side.arrive('en-us', { success: false });
    expect(failed.now).toBe('Failed to setup i18n');
    const second = side.watch();
    await side.arrive('en-us');
    expect(second.now).toBe('ready');
  });
});

describe('of several wishes', () => {
  it('the last one wins, whichever loads first', async () => {
    const side = create();
    void side.change('fr');
    void side.change('de');
    await side.arrive('de');
    await side.arrive('fr');
    expect(side.locale.locale.value).toBe('de');
  });

  it('all callers wait for the last one', async () => {
    const side = create();
    const state = side.watch();
    void side.change('de');
    await side.arrive('en-us');
    expect([state.now, side.locale.locale.value]).toEqual(['waiting', undefined]);
    await side.arrive('de');
    expect([state.now, side.locale.locale.value]).toEqual(['ready', 'de']);
  });
});

describe('a locale that cannot be had', () => {
  it('leaves the words that are shown', async ({ side }) => {
    side.watch();
    await side.arrive('de');
    void side.change('fr');
    await side.arrive('fr', { success: false, words: words('en-us') });
    expect(side.locale.locale.value).toBe('de');
  });

  it('shows English if no words are shown yet', async () => {
    const side = create('fr');
    const state = side.watch();
    await side.arrive('fr', { success: false, words: words('en-us') });
    expect([state.now, side.locale.locale.value]).toEqual(['ready', 'en-us']);
  });
});

describe('the words of features', () => {
  it('are added to this locale and to every later one', async ({ side }) => {
    side.watch();
    await side.arrive('de');
    const added = side.more();
    await side.arrive('de');
    await expect(added).resolves.toBeUndefined();
    void side.change('fr');
    expect(side.load.mock.calls).toEqual([
      ['de', false],
      ['de', true],
      ['fr', true],
    ]);
  });

  it('come with another locale that is asked for while they load', async ({ side }) => {
    side.watch();
    await side.arrive('de');
    const added = side.more();
    void side.change('fr');
    await side.arrive('de');
    await side.arrive('fr');
    await expect(added).resolves.toBeUndefined();
    expect(side.locale.locale.value).toBe('fr');
    void side.change('it');
    expect(side.load.mock.calls.at(-1)).toEqual(['it', true]);
  });

  it('that cannot be had are an error, leave the words that are shown, and are asked for again', async () => {
    const side = create('de');
    side.watch();
    await side.arrive('de');
    const shown = side.locale.words.value;
    const failed = expect(side.more()).rejects.toThrow('Failed to setup i18n');
    await side.arrive('de', { success: false, words: words('en-us') });
    await failed;
    expect(side.locale.words.value).toBe(shown);
    const again = side.more();
    await side.arrive('de');
    await expect(again).resolves.toBeUndefined();
  });

  it('that cannot be had are an error to each feature that waits for them', async ({ side }) => {
    side.watch();
    await side.arrive('de');
    const all = Promise.allSettled([side.more(), side.more()]);
    await side.arrive('de', { success: false, words: words('en-us') });
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(side.load.mock.calls).toHaveLength(2);
  });

  it('are added in the fallback language when a locale fails to load', async () => {
    const side = create('xx');
    side.watch();
    await side.arrive('xx', { success: false, words: words('en-us') });
    const added = side.more();
    const both = words('en-us');
    await side.arrive('xx', { success: false, words: both });
    await expect(added).resolves.toBeUndefined();
    expect(side.locale.words.value).toBe(both);
  });
});
