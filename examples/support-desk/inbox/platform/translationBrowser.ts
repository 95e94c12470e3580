/**
 * Why a text was not translated. `unsure`: its language is unknown. `unpaired`: the browser does not translate that
 * language. `unasked`: the browser must load a language first and wants another press for it.
 */
export type TranslationProblem = 'unsure' | 'unpaired' | 'unasked' | 'failed';

/** The loaded share of a one-time download, 0 to 1. */
export type OnProgress = (loaded: number) => void;

export class TranslationError extends Error {
  readonly problem: TranslationProblem;

  constructor(problem: TranslationProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** A browser's own translator: no text leaves the browser. A failure rejects with a `TranslationError`. */
export type TranslationBrowser = {
  /** The agent's language, a BCP 47 tag. */
  language: string;
  /** Detects the language of a text. @param hint a likely language, if the text alone is not enough */
  detect(text: string, hint: string | undefined, onProgress: OnProgress): Promise<string>;
  /** Translates a text of another language into the agent's. */
  translate(text: string, from: string, onProgress: OnProgress): Promise<string>;
  dispose(): void;
};

/* The browser's own translator, as in Chromium and described by the Translator and Language Detector APIs
   (https://webmachinelearning.github.io/translation-api/). TypeScript does not know them yet. */
type Monitor = {
  addEventListener(type: 'downloadprogress', listener: (event: { loaded: number }) => void): void;
};
type Monitored = { monitor(monitor: Monitor): void };
type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
type Pair = { sourceLanguage: string; targetLanguage: string };
type Detector = {
  detect(text: string): Promise<readonly { detectedLanguage?: string; confidence?: number }[]>;
  destroy(): void;
};
type Translator = { translate(text: string): Promise<string>; destroy(): void };

export type TranslationPage = {
  navigator: { language: string };
  LanguageDetector?: { create(options: Monitored): Promise<Detector> };
  Translator?: {
    availability(pair: Pair): Promise<Availability>;
    create(options: Pair & Monitored): Promise<Translator>;
  };
};

/** Below it, the language of the visitor's browser is the better guess. */
const LEAST_CONFIDENCE = 0.5;

/** Makes each once; retried after a failure. */
const once = <T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
  const known = made.get(key);
  if (known) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
};

/** A browser requires a press before it loads a language, and one press may not allow two downloads. */
const problemOf = (error: unknown): TranslationProblem => {
  if (error instanceof TranslationError) return error.problem;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'unasked';
  return name === 'NotSupportedError' ? 'unpaired' : 'failed';
};

const orProblem = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw new TranslationError(problemOf(error));
  }
};

/** The translator of this browser, if any. Languages load when first needed, and only after a press by the agent. */
export const createTranslationBrowser = (page: TranslationPage): TranslationBrowser | undefined => {
  const { LanguageDetector, Translator, navigator } = page;
  if (!LanguageDetector || !Translator) return undefined;
  const detectors = new Map<string, Promise<Detector>>();
  const translators = new Map<string, Promise<Translator>>();
  const monitored = (onProgress: (loaded: number) => void): Monitored => ({
    monitor: (monitor) => monitor.addEventListener('downloadprogress', ({ loaded }) => onProgress(loaded)),
  });

  return {
    language: navigator.language,
    detect: async (text, hint, onProgress) => {
      const detector = await orProblem(
        once(detectors, '', () => LanguageDetector.create(monitored(onProgress))),
      );
      const [best] = await orProblem(detector.detect(text));
      const { detectedLanguage = 'und', confidence = 0 } = best ?? {};
      if (detectedLanguage !== 'und' && (confidence >= LEAST_CONFIDENCE || !hint)) return detectedLanguage;
      if (hint) return hint;
      throw new TranslationError('unsure');
    },
    translate: async (text, from, onProgress) => {
      const pair = { sourceLanguage: from, targetLanguage: navigator.language };
      const make = async (): Promise<Translator> => {
        if ((await Translator.availability(pair)) === 'unavailable') throw new TranslationError('unpaired');
        return Translator.create({ ...pair, ...monitored(onProgress) });
      };
      const translator = await orProblem(once(translators, from, make));
      return orProblem(translator.translate(text));
    },
    dispose: () => {
      for (const made of [...detectors.values(), ...translators.values()])
        made.then(
          (one) => one.destroy(),
          () => {},
        );
    },
  };
};
