import { signal } from '@preact/signals-react';
import { fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import english from '../../locales/en-us.json';
import { HomeProvider } from '../../src/conversation/context';
import { RatingView } from '../../src/features/rating/RatingView';
import { createRating } from '../../src/features/rating/rating';
import type { RatingState } from '../../src/features/rating/ratingFlow';
import { createLocale } from '../../src/slices/locale';
import { englishWords } from '../support/words';

const open = (first: RatingState | undefined) => {
  const state = signal(first);
  const rate = vi.fn();
  const home = { state: { words: signal(englishWords()) } } as unknown as Parameters<
    typeof HomeProvider
  >[0]['value'];
  render(
    <HomeProvider value={home}>
      <RatingView flow={{ state, rate, open: vi.fn() }} words={signal(english as never)} />
    </HomeProvider>,
  );
  return { state, rate };
};
afterEach(() => document.body.replaceChildren());

/** The question of conversations that have ended. @param load gives the words of a language */
const ask = async (load: Parameters<typeof createRating>[1], answer: object = { rating: null }) => {
  const locale = createLocale();
  const active = signal({ _id: 'a', status: 'idle' });
  locale.set(englishWords());
  const deps = {
    slices: { locale, conversations: { active } },
    delivery: { http: async () => answer },
    report: vi.fn(),
    onDispose() {},
  } as unknown as Parameters<typeof createRating>[0];
  const View = await createRating(deps, load);
  const home = { state: { words: locale.words } } as unknown as Parameters<typeof HomeProvider>[0]['value'];
  render(
    <HomeProvider value={home}>
      <View />
    </HomeProvider>,
  );
  return { active, speak: (code: string) => locale.set({ ...englishWords(), locale: code }) };
};

it('is asked in the language of the moment, also where that changes and changes back', async () => {
  const { speak } = await ask(async (code) => ({ 'rating.question': `In ${code}?` }));
  for (const code of ['en-us', 'de', 'en-us', 'de']) {
    speak(code);
    await screen.findByText(`In ${code}?`);
  }
});

it('does not take what is written of one conversation along to another', async () => {
  const { active } = await ask(async () => english as never, { rating: { score: 'bad' } });
  const box = () => screen.findByRole<HTMLTextAreaElement>('textbox');
  fireEvent.input(await box(), { target: { value: 'Too slow' } });
  active.value = { _id: 'b', status: 'idle' };
  await vi.waitFor(async () => expect((await box()).value).toBe(''));
});

const button = (name: string) => screen.getByRole('button', { name });

it('asks once it is known that the conversation can be rated', () => {
  open(undefined);
  expect(screen.queryByRole('region')).toBeNull();
});

it('has one press for the answer, and says which one was given', async () => {
  const { state, rate } = open({ id: 'c', step: 'asked' });
  expect(screen.getByRole('region', { name: 'How was this conversation?' })).toBeTruthy();
  fireEvent.click(button('Good'));
  expect(rate.mock.calls).toEqual([[{ score: 'good' }]]);
  state.value = { id: 'c', rating: { score: 'good' }, step: 'sent' };
  await screen.findByText('Thank you for your feedback.');
  expect(button('Good').getAttribute('aria-pressed')).toBe('true');
  expect(button('Bad').getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(button('Good'));
  expect(rate).toHaveBeenCalledTimes(1);
});

it('takes a sentence to the answer, keeps the focus, and changes the answer with it (rate-2)', async () => {
  const { state, rate } = open({ id: 'c', rating: { score: 'bad' }, step: 'sent' });
  const box = screen.getByRole('textbox', { name: 'Add a comment (optional)' });
  fireEvent.input(box, { target: { value: ' Too slow ' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }));
  expect(rate.mock.calls).toEqual([[{ score: 'bad', comment: 'Too slow' }]]);
  expect(document.activeElement).toBe(button('Bad'));
  state.value = { id: 'c', rating: { score: 'bad', comment: 'Too slow' }, step: 'sent' };
  await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  fireEvent.click(button('Good'));
  expect(rate).toHaveBeenLastCalledWith({ score: 'good', comment: 'Too slow' });
});

it('says that it failed, and sends the same again (rate-3)', () => {
  const { rate } = open({ id: 'c', rating: { score: 'bad' }, step: 'failed' });
  expect(screen.getByRole('alert').textContent).toBe('That didn’t work.');
  fireEvent.click(button('Try again'));
  expect(rate.mock.calls).toEqual([[{ score: 'bad' }]]);
});
