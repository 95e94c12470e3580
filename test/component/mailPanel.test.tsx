import { signal } from '@preact/signals-react';
import { fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import english from '../../locales/en-us.json';
import { HomeProvider } from '../../src/conversation/context';
import { MailPanel } from '../../src/features/transcriptMail/MailPanel';
import type { MailStep } from '../../src/features/transcriptMail/mailFlow';
import { englishWords } from '../support/words';

const open = (address?: string) => {
  const step = signal<MailStep>('asked');
  const known = signal(address);
  const send = vi.fn();
  const onClose = vi.fn();
  const home = { state: { words: signal(englishWords()) } } as unknown as Parameters<
    typeof HomeProvider
  >[0]['value'];
  render(
    <HomeProvider value={home}>
      <MailPanel
        flow={{ step, known, send, open: vi.fn() }}
        words={signal(english as never)}
        onClose={onClose}
      />
    </HomeProvider>,
  );
  return { step, known, send, onClose };
};
afterEach(() => document.body.replaceChildren());

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email address' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('has the focus and the address that is known, until the visitor writes another one', async () => {
  const { known, send } = open();
  expect(document.activeElement).toBe(box());
  known.value = 'ana@shop.example';
  await vi.waitFor(() => expect(box().value).toBe('ana@shop.example'));
  fireEvent.input(box(), { target: { value: ' bo@shop.example ' } });
  known.value = 'late@shop.example';
  press('Submit');
  expect(send.mock.calls).toEqual([['bo@shop.example']]);
});

it.each(['', 'nobody', 'a@b', 'a b@c.example'])('asks for a valid address instead of %j', async (text) => {
  const { send } = open();
  fireEvent.input(box(), { target: { value: text } });
  press('Submit');
  await screen.findByText('Enter a valid email address');
  expect(send).not.toHaveBeenCalled();
  expect(box().getAttribute('aria-invalid')).toBe('true');
});

it('says that it is being sent, has failed, and was sent (home-11)', async () => {
  const { step, send, onClose } = open('ana@shop.example');
  step.value = 'sending';
  await screen.findByText('One moment…');
  step.value = 'failed';
  await screen.findByText('That didn’t work.');
  press('Try again');
  expect(send).toHaveBeenCalledTimes(1);
  step.value = 'sent';
  await screen.findByText('The transcript is on its way.');
  const close = screen.getByRole('button', { name: 'Close' });
  expect(document.activeElement).toBe(close);
  fireEvent.click(close);
  expect(onClose).toHaveBeenCalledTimes(1);
});
