import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import {
  type TranslationBrowser,
  TranslationError,
  type TranslationProblem,
} from '../../../examples/support-desk/inbox/platform/translationBrowser';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { articles, openConversation, renderInbox } from './support/renderInbox';

const HINTS: unknown[] = [];

/** A browser that turns every text around. */
const browserOf = (more: Partial<TranslationBrowser> = {}): TranslationBrowser => ({
  language: 'en-US',
  detect: async (_, hint) => {
    HINTS.push(hint);
    return 'fr';
  },
  translate: async (text) => [...text].reverse().join(''),
  dispose: () => undefined,
  ...more,
});

const start = async (translator?: TranslationBrowser) => {
  const desk = new FakeDesk();
  desk.add('ana', { visitor: { appUserId: 'user-ana', locale: 'fr-FR' } }, [
    message('1', { text: 'ruojnoB', received: T0 }),
    message('2', { text: 'I am an agent', role: 'appMaker', received: T0 + 1 }),
    message('3', { text: 'tulaS', received: T0 + 2 }),
  ]);
  const { inbox } = await renderInbox(
    desk,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    translator,
  );
  await openConversation(inbox, 'Visitor ana');
  return { desk, inbox };
};
const within1 = () => within(articles()[0] as HTMLElement);
const translate = () => within1().getByRole('button', { name: 'Translate' });
const shown = (at: number) => articles()[at]?.querySelector('.text')?.textContent;

describe('a visitor’s text', () => {
  it('cannot be translated where the browser does not offer it', async () => {
    await start();
    expect(screen.queryByRole('button', { name: 'Translate' })).toBeNull();
  });

  it('is shown in the agent’s language on request, with the original one press away', async () => {
    const { desk } = await start(browserOf());
    expect(screen.getAllByRole('button', { name: 'Translate' })).toHaveLength(2);
    const calls = desk.sent.length;
    translate().focus();
    fireEvent.click(translate());
    await waitFor(() => expect(shown(0)).toBe('Bonjour'));
    expect(document.activeElement?.textContent).toBe('Show the original');
    expect(articles()[0]?.querySelector('[lang]')?.getAttribute('lang')).toBe('en-US');
    expect([shown(1), shown(2)]).toEqual(['I am an agent', 'tulaS']);
    expect(HINTS.at(-1)).toBe('fr-FR');
    within1().getByText('Translated from French by your browser');
    fireEvent.click(within1().getByRole('button', { name: 'Show the original' }));
    await waitFor(() => expect(shown(0)).toBe('ruojnoB'));
    fireEvent.click(within1().getByRole('button', { name: 'Show the translation' }));
    await waitFor(() => expect(shown(0)).toBe('Bonjour'));
    expect(desk.sent).toHaveLength(calls);
  });

  it('is translated with all others by the command menu', async () => {
    await start(browserOf());
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Command' });
    fireEvent.input(field, { target: { value: 'translate' } });
    await screen.findByRole('option', { name: 'Translate what the visitor wrote' });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect([shown(0), shown(2)]).toEqual(['Bonjour', 'Salut']));
    expect(shown(1)).toBe('I am an agent');
  });

  it('is said to be in the agent’s language where it is', async () => {
    await start(browserOf({ detect: async () => 'en-GB' }));
    fireEvent.click(translate());
    await within1().findByText('This is in your language already.');
    expect(shown(0)).toBe('ruojnoB');
  });

  it('shows how much of a language is loaded', async () => {
    let loads: ((loaded: number) => void) | undefined;
    const translateLate: TranslationBrowser['translate'] = (_text, _from, onProgress) => {
      loads = onProgress;
      return new Promise(() => undefined);
    };
    await start(browserOf({ translate: translateLate }));
    fireEvent.click(translate());
    await within1().findByText('Translating…');
    await waitFor(() => expect(loads).toBeDefined());
    loads?.(0.25);
    await within1().findByText('Loading the language: 25%');
  });

  it.each<[TranslationProblem, RegExp]>([
    ['unsure', /is not clear/],
    ['unpaired', /does not translate this language/],
    ['unasked', /must load this language once/],
    ['failed', /could not translate this/],
  ])('stays, with the reason, where it is not translated: %s', async (problem, words) => {
    let fails = true;
    const translateOnce: TranslationBrowser['translate'] = async () => {
      if (fails) throw problem === 'failed' ? new Error('any') : new TranslationError(problem);
      return 'Hello';
    };
    await start(browserOf({ translate: translateOnce }));
    fireEvent.click(translate());
    await within1().findByText(words);
    expect(shown(0)).toBe('ruojnoB');
    fails = false;
    fireEvent.click(translate());
    await waitFor(() => expect(shown(0)).toBe('Hello'));
  });
});
