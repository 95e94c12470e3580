import { signal } from '@preact/signals-react';
import { screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import german from '../../locales/de.json';
import { WaitTime } from '../../src/features/waitTime/Banner';
import { createWords } from '../../src/i18n/words';
import { decodeWaitTimeConfig } from '../../src/wire/extras';
import { CONVERSATION, draw, renderHome } from './support/renderHome';

type Waiting = { position?: number; responseTime?: number };

const BOTH = { waitTimeEnabled: true, queuePositionEnabled: true };

/** Renders the card of a visitor who joins the queue, with the account's settings. */
const renderQueued = async (messenger: Record<string, unknown> = BOTH, told?: Waiting) => {
  const joined = signal<string | undefined>(undefined);
  const home = renderHome({ messenger });
  const waiting = signal(told);
  await draw(() => {
    home.features.waitTime.value = () => (
      <WaitTime config={decodeWaitTimeConfig(messenger)} waiting={waiting} joined={joined} />
    );
    home.conversations.routed(CONVERSATION, { routingStatus: 'queued' });
  });
  return { ...home, waiting, joined };
};

const sentences = () =>
  screen
    .getAllByRole('status')
    .flatMap((status) => [...status.querySelectorAll('span')].map((s) => s.textContent));

describe('a visitor in the queue', () => {
  it('sees at once that they are queued, then position and time', async () => {
    const { waiting } = await renderQueued();
    expect(sentences()).toEqual(['You’re in the queue.']);
    await draw(() => (waiting.value = { position: 3, responseTime: 241 }));
    expect(sentences()).toEqual(['Position in the queue: 3', 'Estimated wait: 5 minutes']);
  });

  it.each([
    [{ waitTimeEnabled: true }, ['Estimated wait: 1 minute']],
    [{ queuePositionEnabled: true }, ['Position in the queue: 1']],
  ])('sees only what the account allows: %j (wait-6)', async (messenger, expected) => {
    await renderQueued(messenger, { position: 1, responseTime: 0 });
    expect(sentences()).toEqual(expected);
  });

  it('sees long waits in hours', async () => {
    await renderQueued(BOTH, { responseTime: 7000 });
    expect(sentences()).toEqual(['Estimated wait: 2 hours']);
  });

  it('sees it in their language', async () => {
    const { words } = await renderQueued(BOTH, { position: 2, responseTime: 300 });
    await draw(() => {
      words.value = createWords('de', german, (problem) => {
        throw new Error(problem);
      });
    });
    expect(sentences()).toEqual([
      'Position in der Warteschlange: 2',
      'Voraussichtliche Wartezeit: 5 Minuten',
    ]);
  });

  it.each(['assigned', undefined])('sees no banner once the status is %s', async (routingStatus) => {
    const { conversations } = await renderQueued(BOTH, { position: 2 });
    await draw(() => conversations.routed(CONVERSATION, { routingStatus }));
    expect(sentences()).toEqual([]);
  });

  it('sees who has joined in the same place, so that it is spoken (wait-9)', async () => {
    const { joined } = await renderQueued(BOTH, { position: 2 });
    const [status] = screen.getAllByRole('status');
    await draw(() => {
      joined.value = 'Ada';
    });
    expect(sentences()).toEqual(['Ada joined the conversation.']);
    expect(screen.getAllByRole('status')).toContain(status);
  });

  it('sees no banner when the account has turned both off (wait-6)', async () => {
    await renderQueued({ queuePositionEnabled: 'yes' }, { position: 2 });
    expect(sentences()).toEqual([]);
  });
});
