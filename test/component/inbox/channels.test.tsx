import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { decodeAgentConversation } from '../../../examples/support-desk/inbox/model/decode';
import { changeWords } from '../../../examples/support-desk/inbox/model/settings/changeWords';
import { FakeDesk, message, T0 } from './support/fakeDesk';
import { openInbox, renderInbox } from './support/renderInbox';

const linked = { id: 'k', type: 'whatsapp', displayName: 'Ada' };

const start = async () => {
  const desk = new FakeDesk();
  const visitor = { appUserId: 'user-ana', channels: [linked] };
  desk.add('ana', { visitor }, [
    message('1', { received: T0 }),
    message('2', { received: T0 + 1, source: { type: 'whatsapp' } }),
    message('3', { received: T0 + 2, source: { type: 'web' } }),
  ]);
  const inbox = await openInbox(desk, 'Visitor ana');
  return { desk, inbox };
};
const details = () => within(screen.getByRole('region', { name: 'Visitor details' }));
const disconnect = () => details().queryByRole<HTMLButtonElement>('button', { name: 'Disconnect WhatsApp' });

describe('a visitor’s channels in the inbox', () => {
  it('say where answers go, too, and can be ended, after a failure again', async () => {
    const { desk } = await start();
    expect(details().getByText('Your answers go there, too.', { exact: false })).toBeTruthy();
    desk.unlinkFailure = 'server';
    fireEvent.click(disconnect() as HTMLElement);
    await waitFor(() =>
      expect(details().getByRole('alert').textContent).toBe('An error occurred removing the channel.'),
    );
    desk.unlinkFailure = undefined;
    fireEvent.click(disconnect() as HTMLElement);
    expect(disconnect()?.disabled).toBe(true);
    expect(details().queryByRole('alert')).toBeNull();
    const conversation = desk.of('ana');
    conversation.visitor = { appUserId: 'user-ana', channels: [] };
    desk.emit({ type: 'conversation:updated', conversation });
    await waitFor(() => expect(disconnect()).toBeNull());
    expect(desk.unlinked).toEqual([1, 2].map(() => ({ appUserId: 'user-ana', clientId: 'k' })));
  });

  it('mark the messages that came from them', async () => {
    await start();
    const marked = screen
      .getAllByRole('article')
      .map((article) => article.querySelector('.author-mark')?.textContent ?? '');
    expect(marked).toEqual(['', 'WhatsApp', '']);
    expect(screen.getAllByRole('article')[1]?.textContent).toMatch(/Visitor ana, WhatsApp, /);
  });

  it('are read whatever the desk sends', () => {
    const channels = [linked, null, 1, {}, { id: 5 }, { id: 'x', type: {} }];
    expect(decodeAgentConversation({ _id: 'c', visitor: { channels } })?.visitor.channels).toEqual([
      linked,
      { id: 'x', type: '', displayName: undefined },
    ]);
  });
});

describe('the section Channels of the settings', () => {
  const open = async () => {
    const desk = new FakeDesk();
    await renderInbox(desk);
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    await screen.findByRole('heading', { name: 'Launcher and window' });
    fireEvent.click(within(screen.getByRole('navigation')).getByRole('button', { name: /^Channels/ }));
    return desk.settings;
  };
  const tick = (label: string) => fireEvent.click(screen.getByRole('checkbox', { name: label }));
  const save = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Saved\./);
  };

  it('switches channels on, played or with an account, and off again', async () => {
    const settings = await open();
    tick('Visitors may continue on WhatsApp');
    tick('Visitors may continue on Messenger');
    tick('This desk plays WhatsApp, to try it without an account');
    fireEvent.input(screen.getByRole('textbox', { name: 'Phone number' }), {
      target: { value: '4930123456' },
    });
    await save();
    expect(settings.values.at(-1)).toEqual({
      channels: [
        { id: 'whatsapp', type: 'whatsapp', phoneNumber: '4930123456' },
        { id: 'messenger', type: 'messenger', played: true },
      ],
    });
    tick('Visitors may continue on WhatsApp');
    tick('Visitors may continue on Messenger');
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
  });

  it('names channels in the history', () => {
    const after = [
      { id: 'wa', type: 'whatsapp' },
      { id: 'fb', type: 'messenger' },
    ];
    expect(changeWords({ path: 'channels', after })).toBe('Channels: WhatsApp, Messenger');
  });
});
