import { signal } from '@preact/signals-react';
import { act, fireEvent, render, screen } from '@testing-library/preact';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import english from '../../locales/en-us.json';
import { HomeProvider } from '../../src/conversation/context';
import { Growing } from '../../src/features/growing/GrowthLine';
import { decodeGrowth, SILENCE_MS } from '../../src/wire/growth';
import { createFakeClock } from '../support/fakeClock';
import { hostileValue } from '../support/hostileValues';
import { held } from '../support/messages';
import { englishWords } from '../support/words';

/** An answer whose version came now, unless `raw` has another time. */
const draw = (raw: object) => {
  const clock = createFakeClock();
  const message = signal(held('m', 1));
  const stop = vi.fn(async () => true);
  const onEnd = vi.fn();
  const textBox = { form: document.createElement('form') };
  const home = { state: { words: signal(englishWords()), clock, textBox } } as unknown as Parameters<
    typeof HomeProvider
  >[0]['value'];
  const Shown = () => (
    <HomeProvider value={home}>
      <Growing
        message={message.value}
        word={(key) => (english as unknown as Record<string, string>)[key] ?? ''}
        stop={stop}
        onEnd={onEnd}
      />
    </HomeProvider>
  );
  const to = (next: object) =>
    act(() => {
      message.value = { ...message.peek(), raw: { grown: 0, grownAt: clock.now() / 1000, ...next } };
    });
  to(raw);
  render(<Shown />);
  return { clock, stop, onEnd, to, wait: (ms: number) => act(() => clock.advance(ms)) };
};
const button = () => screen.queryByRole('button', { name: 'Stop' });
const said = () => document.body.textContent;

describe('below an answer that grows', () => {
  it('is a button that stops it, once however often it is pressed (grow-2)', async () => {
    const { stop, to } = draw({ growing: true });
    fireEvent.click(button() as HTMLElement);
    fireEvent.click(button() as HTMLElement);
    await act(async () => {});
    expect(stop).toHaveBeenCalledTimes(1);
    to({ grown: 1, stopped: true });
    expect([button(), said()]).toEqual([null, 'You stopped this answer.']);
  });

  it('is the reason when it could not be stopped, and the next press tries again', async () => {
    const { stop } = draw({ growing: true });
    stop.mockResolvedValueOnce(false);
    fireEvent.click(button() as HTMLElement);
    await act(async () => {});
    expect(screen.getByRole('alert').textContent).toBe('That didn’t work.');
    fireEvent.click(button() as HTMLElement);
    await act(async () => {});
    expect([stop.mock.calls.length, screen.getByRole('alert').textContent]).toEqual([2, '']);
  });

  it('is that it was cut off after 30 s of silence, until it grows again (grow-3)', async () => {
    const { to, wait } = draw({ growing: true });
    await wait(SILENCE_MS - 1);
    to({ grown: 1, growing: true });
    await wait(SILENCE_MS - 1);
    expect(button()).not.toBeNull();
    await wait(1);
    expect([button(), said()]).toEqual([null, 'The answer was cut off.']);
    to({ grown: 2, growing: true });
    expect(button()).not.toBeNull();
  });

  it.each([
    ['an edited text', { edited: 5 }, 'Edited'],
    ['a deleted message', { edited: 5, deleted: true }, ''],
  ])('is what its author has done to it: %s (grow-7)', (_, raw, words) => {
    draw({ grown: 1, ...raw });
    expect(said()).toBe(words);
  });

  it('is at once that it was cut off, where it is an old one', () => {
    draw({ growing: true, grownAt: 1 });
    expect(said()).toBe('The answer was cut off.');
  });

  it.each([-1e6, 1e6])('is right at the next version with a clock that is off by %d s', async (off) => {
    const { clock, to, wait } = draw({ growing: true });
    to({ grown: 1, growing: true, grownAt: clock.now() / 1000 + off });
    expect(button()).not.toBeNull();
    await wait(SILENCE_MS);
    expect(said()).toBe('The answer was cut off.');
  });

  it('is nothing when it is whole', () => {
    const { to } = draw({ growing: true });
    to({ grown: 1 });
    expect(said()).toBe('');
  });
});

describe('the end of an answer that grows', () => {
  it.each([
    ['it is whole', { grown: 1 }],
    ['it was stopped', { grown: 1, stopped: true }],
  ])('is told once when %s (grow-4)', (_, last) => {
    const { onEnd, to } = draw({ growing: true });
    expect(onEnd).not.toHaveBeenCalled();
    to(last);
    to({ ...last, text: 'again' });
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('is told when it was cut off, and again when it has grown on', async () => {
    const { onEnd, to, wait } = draw({ growing: true });
    await wait(SILENCE_MS);
    expect(onEnd).toHaveBeenCalledTimes(1);
    to({ grown: 1, growing: true });
    to({ grown: 2 });
    expect(onEnd).toHaveBeenCalledTimes(2);
  });

  it('is not told of an answer that nobody has seen growing', () => {
    const { onEnd, to } = draw({ growing: true, grownAt: 1 });
    expect(onEnd).not.toHaveBeenCalled();
    to({ grown: 1 });
    expect(onEnd).not.toHaveBeenCalled();
  });
});

it('no value of a service makes it fail', () => {
  fc.assert(
    fc.property(fc.constantFrom('grown', 'grownAt', 'growing', 'stopped'), hostileValue, (name, value) => {
      const growth = decodeGrowth({ grown: 1, grownAt: 1, growing: true, [name]: value });
      if (!growth) return name === 'grown';
      return /^(grows|stopped|whole)$/.test(growth.state) && Number.isFinite(growth.version + growth.at);
    }),
  );
});
