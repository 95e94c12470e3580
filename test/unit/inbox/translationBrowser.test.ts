import { describe, expect, it, vi } from 'vitest';
import {
  createTranslationBrowser,
  type TranslationPage,
} from '../../../examples/support-desk/inbox/platform/translationBrowser';

const failing = (name: string) => Object.assign(new Error(name), { name });

/**
 * A stand-in of the published Translator and Language Detector APIs: no Chromium of these tests has the models. It counts
 * what is made.
 */
const standIn = (more: { language?: string; confidence?: number; pair?: string; asks?: string[] } = {}) => {
  const { language = 'fr', confidence = 0.9, pair = 'downloadable', asks = [] } = more;
  const made: unknown[] = [];
  const destroyed: string[] = [];
  /** Some presses are used up, as where the model of another thing was just loaded. */
  const refuse = (name: string) => {
    if (asks[0] !== name) return;
    asks.shift();
    throw failing('NotAllowedError');
  };
  type Monitor = Parameters<
    Parameters<NonNullable<TranslationPage['Translator']>['create']>[0]['monitor']
  >[0];
  const progress = (options: { monitor(monitor: Monitor): void }) =>
    options.monitor({
      addEventListener: (_, listener) => {
        for (const loaded of [0, 0.5, 1]) listener({ loaded });
      },
    });
  const page: TranslationPage = {
    navigator: { language: 'en-GB' },
    LanguageDetector: {
      create: async (options) => {
        refuse('detector');
        made.push('detector');
        progress(options);
        return {
          detect: async (text) => (text ? [{ detectedLanguage: language, confidence }] : []),
          destroy: () => destroyed.push('detector'),
        };
      },
    },
    Translator: {
      availability: async () => pair as 'available',
      create: async ({ sourceLanguage, targetLanguage, ...options }) => {
        refuse('translator');
        made.push([sourceLanguage, targetLanguage]);
        progress({ ...options });
        return {
          translate: async (text) => `${targetLanguage}: ${text}`,
          destroy: () => destroyed.push(sourceLanguage),
        };
      },
    },
  };
  return { browser: createTranslationBrowser(page), made, destroyed };
};

const problem = (work: Promise<unknown> | undefined) =>
  work?.then(
    () => 'none',
    (error) => error.problem,
  );
const nothing = () => undefined;

describe('the translator of a browser', () => {
  it('is none where one of the two interfaces is missing', () => {
    const navigator = { language: 'en' };
    const LanguageDetector = { create: vi.fn() };
    expect(createTranslationBrowser({ navigator })).toBeUndefined();
    expect(createTranslationBrowser({ navigator, LanguageDetector })).toBeUndefined();
  });

  it('makes nothing before it is asked, and each model once', async () => {
    const { browser, made, destroyed } = standIn();
    expect(made).toEqual([]);
    const loaded: number[] = [];
    for (const text of ['Bonjour', 'Salut']) {
      const from = (await browser?.detect(text, undefined, (part) => loaded.push(part))) ?? '';
      expect(await browser?.translate(text, from, (part) => loaded.push(part))).toBe(`en-GB: ${text}`);
    }
    expect(made).toEqual(['detector', ['fr', 'en-GB']]);
    expect(loaded).toEqual([0, 0.5, 1, 0, 0.5, 1]);
    browser?.dispose();
    await vi.waitFor(() => expect(destroyed.sort()).toEqual(['detector', 'fr']));
  });

  it('believes the language of the visitor’s browser where the text does not tell', async () => {
    const { browser } = standIn({ confidence: 0.2 });
    expect(await browser?.detect('Ok', 'de', nothing)).toBe('de');
    expect(await browser?.detect('Ok', undefined, nothing)).toBe('fr');
    expect(await problem(browser?.detect('', undefined, nothing))).toBe('unsure');
    const und = standIn({ language: 'und', confidence: 1 });
    expect(await problem(und.browser?.detect('Ok', undefined, nothing))).toBe('unsure');
  });

  it('says where it does not translate a language, or wants another press, and goes on after it', async () => {
    const none = standIn({ pair: 'unavailable' });
    expect(await problem(none.browser?.translate('Salut', 'fr', nothing))).toBe('unpaired');
    expect(none.made).toEqual([]);
    const { browser } = standIn({ asks: ['detector', 'translator'] });
    expect(await problem(browser?.detect('Salut', undefined, nothing))).toBe('unasked');
    expect(await browser?.detect('Salut', undefined, nothing)).toBe('fr');
    expect(await problem(browser?.translate('Salut', 'fr', nothing))).toBe('unasked');
    expect(await browser?.translate('Salut', 'fr', nothing)).toBe('en-GB: Salut');
  });
});
