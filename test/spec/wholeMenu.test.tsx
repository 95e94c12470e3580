import { act, screen, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { createVisitor } from './support/visitor';

it('the header’s menu lists the call, channels, the transcript and the end, in this order (home-8)', async () => {
  const visitor = await createVisitor({
    messenger: { channelLinkingEnabled: true, voiceEnabled: true, endSessionEnabled: true },
    before: (service) => void service.channels.push({ _id: 'wa', type: 'whatsapp' }),
  });
  await act(() => screen.getByRole('button', { name: 'Options' }).click());
  await visitor.settle();
  const entries = within(screen.getByRole('menu')).getAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Call us',
    'Continue on WhatsApp',
    'Download transcript',
    'End conversation',
  ]);
});
