import { signal } from '@preact/signals-react';
import {
  type OnProgress,
  type TranslationBrowser,
  TranslationError,
  type TranslationProblem,
} from '../../platform/translationBrowser';

/** The state of one text. `same`: it is already in the agent's language. */
type Translation =
  | { status: 'working'; loaded?: number }
  | { status: 'same' }
  | { status: 'problem'; problem: TranslationProblem }
  | { status: 'done'; text: string; from: string; isShown: boolean };

/** Translates visitors' messages on the agent's request. */
export type Translating = {
  /** The agent's language; undefined if the browser cannot translate. */
  language: string | undefined;
  of(messageId: string): Translation | undefined;
  /** @param hint the language of the visitor's browser */
  translate(messageId: string, text: string, hint: string | undefined): Promise<void>;
  /** Shows the translation or the original of a translated text. */
  show(messageId: string, translation: boolean): void;
  dispose(): void;
};

/** 'pt' for 'pt-BR' */
const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

export const createTranslating = (open: () => TranslationBrowser | undefined): Translating => {
  const browser = open();
  const known = signal<ReadonlyMap<string, Translation>>(new Map());
  const set = (id: string, translation: Translation): void => {
    known.value = new Map(known.peek()).set(id, translation);
  };

  const made = async (id: string, text: string, hint: string | undefined): Promise<Translation> => {
    if (!browser) return { status: 'problem', problem: 'failed' };
    const onProgress: OnProgress = (loaded) => set(id, { status: 'working', loaded });
    try {
      const from = await browser.detect(text, hint, onProgress);
      if (baseOf(from) === baseOf(browser.language)) return { status: 'same' };
      const translated = await browser.translate(text, from, onProgress);
      return { status: 'done', text: translated, from, isShown: true };
    } catch (error) {
      return { status: 'problem', problem: error instanceof TranslationError ? error.problem : 'failed' };
    }
  };

  return {
    language: browser?.language,
    of: (id) => known.value.get(id),
    translate: async (id, text, hint) => {
      const before = known.peek().get(id);
      if (before?.status === 'working' || before?.status === 'done') return;
      set(id, { status: 'working' });
      set(id, await made(id, text, hint));
    },
    show: (id, isShown) => {
      const translation = known.peek().get(id);
      if (translation?.status === 'done') set(id, { ...translation, isShown });
    },
    dispose: () => browser?.dispose(),
  };
};
