import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Handover } from '../../src/loader/handover';
import '../../src/features/campaigns/campaignMessage';
import type { AnswerDeps } from '../../src/features/campaigns/answer';
import { start } from '../../src/features/campaigns/campaigns';
import { createMessageLoader } from '../../src/features/campaigns/loadMessage';
import { createLauncher } from '../../src/launcher/launcher';
import type { Call } from '../../src/loader/call';
import { decodeLauncherConfig } from '../../src/wire/launcherConfig';
import { createFakeClock, flush } from '../support/fakeClock';
import { createFakeService, lost } from '../support/fakeService';
import { createFakeStore } from '../support/fakeStorage';
import { handoverOf } from '../support/handover';
import { createVisitorSide } from '../support/visitorSide';

const BOOTS = '/boots';
const undos: (() => void)[] = [];
let posts: { url: string; events: { kind: string; campaign: string }[] }[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', BOOTS);
  posts = [];
  vi.stubGlobal('Request', { prototype: { keepalive: true } });
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    posts.push({ url, ...JSON.parse(body) });
    return { status: 204 };
  });
});
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

const one = { id: 'a', text: 'Shall we help?', jwt: 'signed-a', name: 'Ada' };

const callOf = (...args: unknown[]): Call =>
  Object.assign(args, { method: `${args[0]}.${args[1]}` }) as unknown as Call;

/** A page with campaigns and the launcher, without the messenger. */
const openPage = (campaigns: unknown = [one], { calls = [] as Call[] } = {}) => {
  const clock = createFakeClock();
  const messenger = {
    baseUrl: 'https://desk.example/sc/sdk',
    conversationHistory: 'remember',
    campaigns,
  };
  const handover = handoverOf({ config: { messenger }, calls, warm: vi.fn() });
  const launcher = createLauncher({ ...handover, config: {} });
  // A made-up document loads no frames.
  launcher.home = () => new Promise(() => {});
  handover.launcher = launcher;
  start(launcher, handover as Handover<never>, decodeLauncherConfig({ messenger }), clock);
  undos.push(() => launcher.dispose());
  const { root } = launcher;
  const area = () => root.querySelector<HTMLElement>('.m');
  const button = (at: number) => area()?.querySelectorAll('button')[at] as HTMLButtonElement;
  return {
    clock,
    handover,
    launcher,
    area,
    text: () => area()?.textContent ?? '',
    press: () => button(0).click(),
    dismiss: () => button(1).click(),
    /** Time goes by. */
    async wait(seconds = 1) {
      await clock.advance(seconds * 1000);
      await flush(10);
      await clock.advance(1100);
    },
    records: () => JSON.parse(localStorage.getItem('ZD-campaigns') ?? '{}'),
    kinds: () => posts.flatMap(({ events }) => events.map(({ kind, campaign }) => `${kind} ${campaign}`)),
  };
};
type Page = ReturnType<typeof openPage>;

/** A page whose first campaign is due. */
const openDue = async (...of: Parameters<typeof openPage>) => {
  const page = openPage(...of);
  await page.wait();
  return page;
};

type Visitor = {
  known?: boolean;
  status?: 'active' | 'idle';
  several?: boolean;
  referral?: () => Promise<unknown>;
};

/** The messenger loads. */
const load = async (page: Page, { known = false, status, several = false, referral }: Visitor = {}) => {
  const service = createFakeService();
  const store = createFakeStore();
  const { handover } = page;
  const earlier = createVisitorSide({ service, store });
  if (known) {
    await earlier.starter.ensureStarted();
    service.calls.splice(0);
  }
  const side = createVisitorSide({ service, store, origin: () => handover.origin?.() });
  const http = vi.fn(referral ?? (async () => ({})));
  const told: unknown[] = [];
  const deps = {
    createId: side.createId,
    report() {},
    slices: {
      user: side.user,
      conversations: side.conversations,
      experience: { mayCreate: { value: several } },
      pageEvents: { emit: (...args: unknown[]) => told.push(args) },
    },
    delivery: {
      messaging: service.messaging,
      client: () => ({ platform: 'web' }),
      author: side.author,
      http,
      refresh: vi.fn(),
      readExperience: async () => {},
    },
  } as unknown as AnswerDeps;
  handover.live = { deps, dispose() {}, calls: async () => () => {} };
  const begin = async () => {
    await side.starter.ensureStarted().catch(() => {});
    const id = side.conversations.active.value?._id;
    if (id && status) side.conversations.routed(id, { status });
    await flush();
  };
  return { service, side, http, told, begin };
};

describe('Proactive campaign', () => {
  it('A new visitor who presses a message is created with the intent proactiveMessaging and the signed data. (camp-5)', async () => {
    const page = await openDue();
    page.press();
    expect(page.launcher.isOpen()).toBe(true);
    expect(page.handover.warm).toHaveBeenCalled();
    const { service, begin, http } = await load(page);
    await begin();
    await page.wait();
    expect(service.callsOf('createUser')[0]?.[0]).toMatchObject({
      intent: 'proactiveMessaging',
      signedCampaignData: 'signed-a',
      conversation: { type: 'personal' },
    });
    expect([service.callsOf('createConversation'), http.mock.calls]).toEqual([[], []]);
    expect(page.records()).toEqual({ a: { dismissedAt: expect.any(Number) } });
    expect([page.area(), page.handover.origin?.()]).toEqual([null, undefined]);
  });

  it('The widget that is opened with a campaign starts from it, for a visitor whose conversations are all idle. (camp-6)', async () => {
    const page = await openDue();
    page.launcher.button.click();
    const { begin, http, side } = await load(page, { known: true, status: 'idle' });
    await begin();
    await page.wait();
    const id = side.conversations.active.value?._id;
    expect(http).toHaveBeenCalledWith('POST', `/conversations/${id}/referral`, {
      author: expect.objectContaining({ role: 'appUser' }),
      intent: 'proactiveMessaging',
      signedCampaignData: 'signed-a',
    });
    expect(page.records()).toEqual({ a: { dismissedAt: expect.any(Number) } });
  });

  it('The first conversation is loaded and told of the campaign where the visitor may have one alone. (camp-7)', async () => {
    const page = await openDue();
    page.press();
    const { begin, http, service } = await load(page, { known: true, status: 'active' });
    await begin();
    await page.wait();
    expect([http.mock.calls.length, service.callsOf('createConversation')]).toEqual([1, []]);
  });

  it('In multi-conversation mode with a campaign it creates a conversation first. (camp-8)', async () => {
    const page = await openDue();
    page.press();
    const { begin, http, service, side, told } = await load(page, { known: true, several: true });
    await begin();
    await page.wait();
    expect(service.callsOf('createConversation').map(([, body]) => body)).toMatchObject([
      { intent: 'proactiveMessaging', signedCampaignData: 'signed-a', type: 'personal' },
    ]);
    const fresh = side.conversations.active.value?._id;
    expect(told).toEqual([['conversationStarted', { conversation: { id: fresh } }]]);
    expect(http).not.toHaveBeenCalled();
  });

  it('Who opens the window by the launcher goes on with their active conversation, and the message waits.', async () => {
    const page = await openDue();
    page.launcher.button.click();
    const { begin, http, service } = await load(page, { known: true, status: 'active', several: true });
    await begin();
    await page.wait();
    expect([http.mock.calls, service.callsOf('createConversation')]).toEqual([[], []]);
    expect(page.records()).toEqual({ a: { seenAt: expect.any(Number) } });
    page.launcher.setOpen(false);
    expect(page.text()).toContain('Shall we help?');
  });

  it('Reset clears all: after a logout nothing is started from a message that was pressed before.', async () => {
    for (const method of ['logoutUser', 'resetWidget']) {
      const page = await openDue([{ ...one, id: method }]);
      page.press();
      page.launcher.root.dispatchEvent(new CustomEvent('call', { detail: ['messenger', method] }));
      expect([page.handover.origin?.(), page.area()]).toEqual([undefined, null]);
      const { begin, http, service } = await load(page, { known: true, several: true });
      await begin();
      await page.wait();
      expect([http.mock.calls, service.callsOf('createConversation')]).toEqual([[], []]);
    }
  });

  it('A conversation that cannot be started leaves the message where it was, to be pressed again.', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const page = await openDue();
    page.press();
    let fails = true;
    const referral = async () => {
      if (fails) throw lost();
    };
    const { begin, http } = await load(page, { known: true, referral });
    await begin();
    await page.wait();
    expect(log.mock.calls[0]?.[0]).toContain('Failed to start a campaign conversation');
    expect(page.records()).toEqual({ a: { seenAt: expect.any(Number) } });
    page.launcher.setOpen(false);
    fails = false;
    page.press();
    await flush();
    await page.wait();
    expect([http.mock.calls.length, page.area()]).toEqual([2, null]);
    log.mockRestore();
  });

  it('A start that fails and is repeated is still for the campaign.', async () => {
    const page = await openDue();
    page.press();
    const { service, begin } = await load(page);
    service.next('createUser', { fail: lost() });
    await begin();
    await begin();
    await page.wait();
    expect(service.callsOf('createUser').map(([body]) => (body as { intent: string }).intent)).toEqual([
      'proactiveMessaging',
      'proactiveMessaging',
    ]);
    expect(page.records()).toEqual({ a: { dismissedAt: expect.any(Number) } });
  });
});

describe('the file of messages', () => {
  it('that does not load is asked for again after two seconds, then after twice as long, never all the time', async () => {
    const clock = createFakeClock();
    let tries = 0;
    const { ready, get, dispose } = createMessageLoader(clock, () => {
      tries += 1;
      throw new Error('it did not load');
    });
    for (let second = 0; second < 60; second++) {
      expect(ready()).toBe(false);
      await flush(5);
      await clock.advance(1000);
    }
    expect([tries, get()]).toEqual([5, undefined]);
    dispose();
    expect(clock.pending()).toBe(0);
  });
});

describe('a message', () => {
  it('has a name, its text, and a button that dismisses it for good; the focus stays near', async () => {
    const page = await openDue();
    const area = page.area() as HTMLElement;
    expect([area.getAttribute('aria-label'), area.getAttribute('aria-live')]).toEqual([
      'Message from us',
      'polite',
    ]);
    expect(page.text()).toBe('AdaShall we help?');
    const [message, close] = area.querySelectorAll('button');
    expect(close?.getAttribute('aria-label')).toBe('Dismiss message');
    message?.focus();
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect([page.area(), page.records()]).toEqual([null, { a: { dismissedAt: expect.any(Number) } }]);
    expect(page.launcher.root.activeElement).toBe(page.launcher.button);
    await page.wait(100);
    expect(page.area()).toBeNull();
    expect(page.kinds()).toEqual(['campaignSeen a', 'campaignDismissed a']);
    expect(posts[0]?.url).toBe('https://desk.example/frontendevents/dl?client=porch');
  });

  it('shows hostile words of a configuration as words, and a hostile campaign not at all', async () => {
    const text = '<img src=x onerror=alert(1)>javascript:alert(1)';
    const page = openPage([
      null,
      { id: '__proto__', text, jwt: {}, rules: 5 },
      { id: 'evil"]', text, jwt: 'j' },
      {
        id: 'constructor',
        text,
        name: '</section><script>alert(1)</script>',
        jwt: 'j',
        rules: { length: 9 },
      },
    ]);
    await page.wait();
    expect(page.text()).toBe(`</section><script>alert(1)</script>${text}`);
    expect(page.area()?.querySelectorAll('img,script,a,iframe')).toHaveLength(0);
    page.dismiss();
    expect(page.records()).toEqual({ constructor: { dismissedAt: expect.any(Number) } });
  });

  it('does not come while the window is open or the widget hidden (camp-10)', async () => {
    const page = openPage();
    page.launcher.setHidden(true);
    await page.wait(5);
    expect(page.area()).toBeNull();
    page.launcher.setHidden(false);
    page.launcher.setOpen(true);
    await page.wait(5);
    expect([page.area(), page.records()]).toEqual([null, {}]);
    page.launcher.setOpen(false);
    await page.wait(1);
    expect(page.text()).toContain('Shall we help?');
  });

  it('comes where a single-page site goes on to its page, after its time on that page', async () => {
    const rules = [
      { on: 'page', how: 'is', value: '/cart' },
      { on: 'time', value: 5 },
    ];
    const page = openPage([{ ...one, rules }]);
    await page.wait(60);
    expect(page.area()).toBeNull();
    history.pushState(null, '', '/cart?step=1');
    await page.wait(3);
    expect(page.area()).toBeNull();
    await page.wait(3);
    expect(page.text()).toContain('Shall we help?');
    history.pushState(null, '', '/boots');
    await page.wait(1);
    expect(page.area()).toBeNull();
  });

  it('comes when the pointer leaves the page over its upper edge, and at a place of the page', async () => {
    const page = openPage([{ ...one, rules: [{ on: 'exit' }] }]);
    await page.wait(3);
    document.body.dispatchEvent(new MouseEvent('mouseout', { clientY: 300, bubbles: true }));
    await page.wait();
    expect(page.area()).toBeNull();
    document.body.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, bubbles: true }));
    await page.wait();
    expect(page.text()).toContain('Shall we help?');
    page.launcher.dispose();

    const root = document.documentElement;
    const height = vi.spyOn(root, 'scrollHeight', 'get').mockReturnValue(3000);
    vi.spyOn(root, 'clientHeight', 'get').mockReturnValue(1000);
    const scrolled = openPage([{ ...one, id: 'b', rules: [{ on: 'scroll', value: 50 }] }]);
    for (const [at, shown] of [
      [900, false],
      [1000, true],
    ] as const) {
      Object.defineProperty(window, 'scrollY', { value: at, configurable: true });
      window.dispatchEvent(new Event('scroll'));
      await scrolled.wait();
      expect(scrolled.area() !== null).toBe(shown);
    }
    Reflect.deleteProperty(window, 'scrollY');
    height.mockRestore();
    vi.restoreAllMocks();
  });

  it('is told to the page’s listeners before there is a messenger, and to none that has left', async () => {
    const [shown, clicked, left] = [vi.fn(), vi.fn(), vi.fn()];
    const gone = callOf('messenger:on', 'proactiveMessageDisplayed', left);
    gone.cancelled = true;
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = () => {
      throw new Error('mine');
    };
    const calls = [
      callOf('messenger:on', 'proactiveMessageDisplayed', broken),
      callOf('messenger:on', 'proactiveMessageDisplayed', shown),
      callOf('messenger:on', 'proactiveMessageClicked', clicked),
      callOf('messenger:on', 'proactiveMessageDisplayed', 5),
      gone,
    ];
    const page = await openDue([one], { calls });
    const payload = { campaignId: 'a', proactiveMessageId: 'a' };
    expect(shown.mock.calls).toEqual([
      [{ id: expect.any(String), createdAt: expect.any(Number), type: 'proactiveMessageDisplayed', payload }],
    ]);
    expect([clicked.mock.calls.length, left.mock.calls.length, log.mock.calls.length]).toEqual([0, 0, 1]);
    page.press();
    expect(clicked.mock.calls).toMatchObject([[{ type: 'proactiveMessageClicked', payload }]]);
    log.mockRestore();
  });

  it('leaves nothing in the browser without consent, and nothing is told without any', async () => {
    const functional = await openDue([one], { calls: [callOf('messenger:set', 'cookies', 'functional')] });
    functional.dismiss();
    expect([Object.keys(localStorage), functional.kinds()]).toEqual([
      [],
      ['campaignSeen a', 'campaignDismissed a'],
    ]);
    posts = [];
    const none = await openDue([one], { calls: [callOf('messenger:set', 'cookies', false)] });
    none.dismiss();
    expect([Object.keys(localStorage), none.kinds()]).toEqual([[], []]);
    const all = await openDue([{ ...one, rules: [{ on: 'returning' }] }]);
    expect(Object.keys(localStorage)).toEqual(['ZD-campaigns.visits']);
    const call = callOf('messenger:set', 'cookies', 'none');
    all.handover.calls.push(call);
    all.launcher.early(call);
    await flush();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('ends with the launcher: no timer and no listener stays', async () => {
    const page = await openDue();
    page.press();
    page.launcher.dispose();
    await flush();
    expect(page.clock.pending()).toBe(0);
    expect(openPage([]).clock.pending()).toBe(0);
  });
});
