import { act, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { alerts, createVisitor, row } from './support/visitor';

const CHANNELS = [
  { _id: 'wa', type: 'whatsapp' },
  { _id: 'fb', type: 'messenger', businessUsername: 'shop' },
  { _id: 'ig', type: 'instagram', businessUsername: 'the.shop' },
  { _id: 'sms', type: 'twilio' },
];
const ADA = { id: 'k', platform: 'whatsapp', integrationId: 'wa', displayName: 'Ada', status: 'active' };

type Options = Parameters<typeof createVisitor>[0];

const visit = async ({
  clients = [] as object[],
  channels = CHANNELS,
  ...options
}: Options & { clients?: object[]; channels?: typeof CHANNELS } = {}) => {
  const visitor = await createVisitor({
    ...options,
    messenger: { channelLinkingEnabled: true, ...options.messenger },
    before(service) {
      service.channels.push(...channels);
      service.clients.push({ platform: 'web', id: 'browser' }, ...(clients as Record<string, unknown>[]));
    },
  });
  const press = async (element: HTMLElement) => {
    // The made-up browser would follow the link.
    element.addEventListener('click', (event) => event.preventDefault(), { once: true });
    await act(() => element.click());
    await visitor.settle();
  };
  return {
    ...visitor,
    press,
    menu: () => press(screen.getByRole('button', { name: 'Options' })),
    async open(channel = 'WhatsApp') {
      await this.menu();
      await press(screen.getByRole('menuitem', { name: `Continue on ${channel}` }));
    },
    tell: (type: string, client: object = {}) =>
      visitor.hears({ type, conversation: undefined, client: { ...ADA, ...client } }),
    pressed: (name: string) => press(within(panel()).getByRole('button', { name })),
  };
};

/** The menu's entries of channels. */
const offered = () =>
  within(screen.getByRole('menu'))
    .queryAllByRole('menuitem', { name: /^Continue on/ })
    .map((item) => item.textContent);
const panel = (): HTMLElement => screen.getByRole('dialog', { name: /^Continue on/ });
const status = () => within(panel()).getByRole('status').textContent;
const way = () => within(panel()).queryByRole('link');
const code = () => within(panel()).queryByRole('img');
const count = (asked: { method: string; path: string }[], what: RegExp) =>
  asked.filter(({ method, path }) => what.test(`${method} ${path}`)).length;

const it = test.extend('visitor', () => visit());

describe('the header’s menu', () => {
  it('brings the integration’s policy of retries, too (msg-11)', async ({ visitor }) => {
    expect(visitor.experience.integration()).toEqual({});
    await visitor.menu();
    expect(visitor.experience.integration().restRetryPolicy).toEqual({ intervals: { aggressive: 3 } });
  });

  it('offers each channel that the account has and that is known (home-8, link-1)', async ({ visitor }) => {
    await visitor.menu();
    expect(offered()).toEqual(['Continue on WhatsApp', 'Continue on Messenger', 'Continue on Instagram']);
  });

  it.each([
    ['WhatsApp', 'wa'],
    ['Messenger', 'fb'],
    ['Instagram', 'ig'],
  ])('offers only %s where the account has no other (link-1)', async (name, id) => {
    const visitor = await visit({ channels: CHANNELS.filter(({ _id }) => _id === id) });
    await visitor.menu();
    expect(offered()).toEqual([`Continue on ${name}`]);
  });

  it('offers none, and asks for none, where linking is off (link-1)', async () => {
    const visitor = await visit({ messenger: { channelLinkingEnabled: false } });
    await visitor.menu();
    expect(offered()).toEqual([]);
    expect(count(visitor.service.asked, /integrations\/int\/config/)).toBe(0);
  });

  it('offers them later where they could not be had at first', async () => {
    const visitor = await visit({ messenger: { canUserSeeConversationList: false } });
    for (let i = 0; i < 4; i++) visitor.service.next(/integrations\/int\/config/, { status: 500, json: {} });
    await visitor.menu();
    expect(offered()).toEqual([]);
    await visitor.wait(120_000);
    expect(offered()).toContain('Continue on WhatsApp');
  });
});

describe('the page of a channel', () => {
  it('shows a code for the phone, and a link beside it (link-11)', async ({ visitor }) => {
    visitor.service.next(/linkrequest/, { until: new Promise(() => {}) });
    await visitor.open('Messenger');
    expect(status()).toBe('One moment…');
    await visitor.pressed('Back to the conversation');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options' }));
    await visitor.open();
    expect([code()?.getAttribute('aria-label'), way()?.getAttribute('href')]).toEqual([
      'QR code that opens WhatsApp',
      'https://link.example/wa',
    ]);
    expect(way()?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('waits for the confirmation once the link was opened, and then says that it is linked, and as whom', async () => {
    const visitor = await visit();
    await visitor.open();
    expect(status()).toBe('');
    await visitor.press(way() as HTMLElement);
    expect(status()).toBe('Waiting for your confirmation in WhatsApp…');
    await visitor.tell('link:matched', { status: 'pending' });
    expect(status()).toBe('Waiting for your confirmation in WhatsApp…');
    await visitor.tell('link');
    expect(status()).toBe('Connected to WhatsApp. You’ll get our replies there, too.');
    expect([panel().textContent?.includes('Ada'), code(), way()]).toEqual([true, null, null]);
  });

  it('tells of a link that was cancelled or has failed, and asks for another code (link-12)', async () => {
    const visitor = await visit();
    await visitor.open();
    for (const [what, words] of [
      ['link:cancelled', 'The connection to WhatsApp was canceled.'],
      ['link:failed', 'Couldn’t connect. Try again.'],
    ] as const) {
      await visitor.tell(what, { status: 'pending' });
      expect([alerts(), code()]).toEqual([[words], null]);
      const before = count(visitor.service.asked, /linkrequest/);
      await visitor.pressed('Try again');
      expect(count(visitor.service.asked, /linkrequest/)).toBe(before + 1);
      expect([alerts(), code() === null]).toEqual([[], false]);
    }
  });

  it('says that the code could not be loaded, and tries again on a press (link-11)', async ({ visitor }) => {
    visitor.service.next(/linkrequest/, { json: { linkRequests: [] } });
    await visitor.open();
    expect(alerts()).toEqual(['QR code couldn’t be loaded']);
    expect(visitor.report).toHaveBeenCalledWith(
      'Failed to fetch link request for integration wa',
      expect.anything(),
    );
    await visitor.pressed('Try again');
    expect([alerts(), way()?.textContent]).toEqual([[], 'Open WhatsApp']);
  });

  it('is of a linked channel where the service lists it once the conversation has started (link-10)', async () => {
    const visitor = await visit({ clients: [ADA] });
    await visitor.open();
    expect(status()).toBe('Connected to WhatsApp. You’ll get our replies there, too.');
  });

  it('disconnects, and offers the channel anew', async () => {
    const visitor = await visit({ clients: [ADA] });
    await visitor.open();
    expect(status()).toBe('Connected to WhatsApp. You’ll get our replies there, too.');
    expect(count(visitor.service.asked, /linkrequest/)).toBe(0);
    await visitor.pressed('Disconnect');
    expect(count(visitor.service.asked, /DELETE \/appusers\/u\/clients\/k/)).toBe(1);
    await visitor.tell('link:cancelled', { status: 'inactive' });
    expect([alerts(), code() === null, panel().contains(document.activeElement)]).toEqual([[], false, true]);
  });

  it('says that disconnecting has failed, and stays linked (link-12)', async () => {
    const visitor = await visit({ clients: [ADA] });
    await visitor.open();
    visitor.service.next(/DELETE/, { status: 400, json: {} });
    await visitor.pressed('Disconnect');
    expect(alerts()).toEqual(['Couldn’t disconnect. Try again.']);
    expect(status()).toBe('Connected to WhatsApp. You’ll get our replies there, too.');
    expect(visitor.report).toHaveBeenCalledWith('An error occurred removing the channel.', expect.anything());
  });

  it('says so when the channel or an agent has ended the link', async () => {
    const visitor = await visit({ clients: [ADA] });
    await visitor.open();
    await visitor.tell('link:cancelled', { status: 'inactive' });
    expect(alerts()).toEqual(['The connection to WhatsApp was canceled.']);
  });

  it('forgets what it told when it is left', async ({ visitor }) => {
    await visitor.open();
    await visitor.tell('link:failed', { status: 'pending' });
    await visitor.pressed('Back to the conversation');
    await visitor.open();
    expect([alerts(), status(), code() === null]).toEqual([[], '', false]);
  });

  it('of Instagram leads to the profile, without a request and without waiting', async ({ visitor }) => {
    await visitor.open('Instagram');
    expect(way()?.getAttribute('href')).toBe('https://www.instagram.com/the.shop/');
    expect(panel().textContent).toContain('@the.shop');
    await visitor.press(way() as HTMLElement);
    expect([status(), count(visitor.service.asked, /linkrequest/)]).toEqual(['', 0]);
  });

  it('keeps Tab within it, and Escape closes it alone', async ({ visitor }) => {
    await visitor.open();
    const back = within(panel()).getByRole('button', { name: 'Back to the conversation' });
    const key = (name: string, shiftKey = false) =>
      act(() => void fireEvent.keyDown(document.activeElement as Element, { key: name, shiftKey }));
    back.focus();
    await key('Tab', true);
    expect(document.activeElement).toBe(way());
    await key('Tab');
    expect(document.activeElement).toBe(back);
    await key('Escape');
    await visitor.settle();
    expect([screen.queryByRole('dialog'), visitor.router.widgetOpen.value]).toEqual([null, true]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options' }));
  });

  it('stays while the visitor is in another window, and is not touched by foreign messages', async () => {
    const visitor = await visit();
    await visitor.open();
    await act(() => void window.dispatchEvent(new Event('blur')));
    const before = panel().innerHTML;
    for (let n = 0; n < 1000; n++) {
      const data = [
        { type: 'link', client: ADA },
        'link',
        null,
        { events: [{ type: 'link:failed', client: ADA }] },
      ][n % 4];
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example' }));
    }
    await visitor.settle();
    expect(panel().innerHTML).toBe(before);
  });
});

it('a message from a channel is marked with it, and one from the widget is not', async ({ visitor }) => {
  await visitor.hears(
    {
      type: 'message',
      message: visitor.service.add({ role: 'appUser', text: 'There', source: { type: 'whatsapp' } }),
    },
    {
      type: 'message',
      message: visitor.service.add({ role: 'appUser', text: 'Here', source: { type: 'web' } }),
    },
  );
  await visitor.settle();
  expect(row('There').textContent).toContain('via WhatsApp');
  expect(row('Here').textContent).not.toContain('via');
});
