import { act, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { homeFeatures } from '../../src/conversation/homeFeatures';
import { hold } from '../support/hold';

import { createVisitor, leave, log, returning, row, rows, type Visitor } from './support/visitor';

const PEOPLE = {
  faces: true,
  greeting: 'Hello! What may it be?',
  starters: ['Where is my order?', 'Something else'],
  team: [
    { name: 'Mara Lindqvist' },
    { name: 'Imre' },
    { name: 'Jonas', avatarUrl: 'https://a.example/j.png' },
  ],
};
const POST_MESSAGE = /^POST .*\/messages$/;
const meet = (people: object = PEOPLE, more: object = {}) =>
  createVisitor({ messenger: { people }, ...more });
const starters = () => screen.queryByRole('group', { name: 'Suggested messages' });
const header = () => screen.getByRole('banner');
/** The faces of the log, by their letters or the address of their picture. */
const faces = () =>
  [...log().querySelectorAll('[data-time] b > [aria-hidden]')].map(
    (face) => face.querySelector('img')?.getAttribute('src') ?? face.textContent,
  );
/** Whether the log names the team so. Each name is in an element of its own, in its own direction. */
const isNamed = (team: string) =>
  [...log().querySelectorAll('p')].some((p) => p.textContent?.replaceAll('\u00a0', ' ') === team);

describe('the first screen', () => {
  it('greets a new visitor with the team and its starters', async () => {
    await meet();
    expect(within(log()).getByText('Hello! What may it be?')).toBeTruthy();
    expect(isNamed('Mara Lindqvist, Imre, and Jonas')).toBe(true);
    expect(within(log()).queryByRole('heading', { name: 'How can we help?' })).toBeNull();
    expect(
      within(starters() as HTMLElement)
        .getAllByRole('button')
        .map((b) => b.textContent),
    ).toEqual(PEOPLE.starters);
  });

  it('invites to write where there is no greeting', async () => {
    await meet({ starters: ['Hello'] });
    expect(within(log()).getByRole('heading', { name: 'How can we help?' })).toBeTruthy();
    expect(log().querySelector('[data-first]')).toBeNull();
  });

  it('is as without it in a configuration that names no people', async () => {
    await createVisitor();
    expect(log().innerHTML).toMatch(/^<div><div><h2>How can we help\?<\/h2><p>[^<]+<\/p><\/div><\/div>$/);
    expect(starters()).toBeNull();
  });

  it('sends a pressed starter once as the visitor’s message, and the starters go', async () => {
    const visitor = await meet();
    const button = screen.getByRole('button', { name: 'Where is my order?' });
    await act(() => {
      // Two presses before anything is drawn, and one of another starter.
      button.click();
      button.click();
      screen.getByRole('button', { name: 'Something else' }).click();
    });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Type a message' }));
    await visitor.settle();
    expect(visitor.service.log.map(({ role, text }) => [role, text])).toEqual([
      ['appUser', 'Where is my order?'],
    ]);
    expect(rows().at(-1)).toMatch(/Where is my order\?Sent$/);
    expect(starters()).toBeNull();
    // What the team said stays in its place.
    expect(within(log()).getByText('Hello! What may it be?')).toBeTruthy();
    expect(isNamed('Mara Lindqvist, Imre, and Jonas')).toBe(false);
  });

  it('keeps a starter that is pressed before the visitor is known or the network there, and sends it once', async () => {
    const { until, release } = hold();
    const visitor = await meet(PEOPLE, {
      before: (service: Awaited<ReturnType<typeof createVisitor>>['service']) => {
        service.next(/^POST \/appusers$/, { until });
      },
    });
    for (let i = 0; i < 3; i++) visitor.service.next(POST_MESSAGE, { lost: true });
    await visitor.press('Where is my order?');
    expect([rows().at(-1), starters()]).toEqual([expect.stringMatching(/Sending$/), null]);
    expect(visitor.service.log).toEqual([]);
    release();
    await visitor.settle();
    await visitor.wait(20_000);
    expect(visitor.service.log.map(({ text }) => text)).toEqual(['Where is my order?']);
    expect(starters()).toBeNull();
  });

  it('offers a returning visitor no starters while their messages are on the way, and none when they are there', async () => {
    const { until, release } = hold();
    const visitor = await meet(PEOPLE, {
      storage: returning(),
      before: (service: Awaited<ReturnType<typeof createVisitor>>['service']) => {
        service.add({ role: 'appUser', text: 'Earlier' }, 60);
        service.next(/^GET \/appusers\/u$/, { until });
      },
    });
    expect([starters(), within(log()).queryByText(PEOPLE.greeting)]).toEqual([null, null]);
    release();
    await visitor.settle();
    expect(row('Earlier')).toBeTruthy();
    expect(starters()).toBeNull();
  });

  it.each([
    ['a reset', (visitor: Visitor) => visitor.zE('messenger', 'resetWidget')],
    ['a logout', (visitor: Visitor) => visitor.zE('messenger', 'logoutUser')],
  ])('greets the next visitor after %s', async (_, end) => {
    const visitor = await meet(PEOPLE, {
      storage: returning(),
      before: (service: Visitor['service']) => service.add({ role: 'appUser', text: 'Earlier' }, 60),
    });
    expect(starters()).toBeNull();
    visitor.service.log.length = 0;
    await end(visitor);
    await visitor.zE('messenger', 'open');
    expect(starters()).not.toBeNull();
    expect(within(log()).getByText(PEOPLE.greeting)).toBeTruthy();
  });

  it('stays while a new visitor has no conversation yet', async () => {
    const { until } = hold();
    const visitor = await meet(PEOPLE, {
      before: ({ next }: Visitor['service']) => {
        next(/^POST \/appusers$/, { json: { appUser: { _id: 'u' }, sessionToken: 'token' } });
        next(/^POST \/appusers\/u\/conversations/, { until });
      },
    });
    expect(visitor.user.appUserId.value).toBe('u');
    expect(starters()).not.toBeNull();
  });

  it('can be used with the keyboard alone', async () => {
    const visitor = await meet();
    const button = screen.getByRole('button', { name: 'Something else' });
    expect([button.tagName, button.getAttribute('tabindex')]).toEqual(['BUTTON', null]);
    await visitor.press('Something else');
    expect(visitor.service.log.map(({ text }) => text)).toEqual(['Something else']);
  });
});

it('a card whose people cannot be loaded is drawn without them', async () => {
  vi.spyOn(homeFeatures.people, 'load').mockRejectedValueOnce(new Error('gone'));
  const visitor = await meet();
  expect(within(log()).getByRole('heading', { name: 'How can we help?' })).toBeTruthy();
  expect(visitor.report).toHaveBeenCalledWith('people could not be loaded', expect.any(Error));
  await visitor.says('Hello');
  expect(visitor.service.log.map(({ text }) => text)).toEqual(['Hello']);
});

describe('faces', () => {
  it('stand once beside each group of the team’s messages, bots included, and say nothing to screen readers', async () => {
    const visitor = await meet({ faces: true });
    await visitor.agentSays({ text: 'One', name: 'Mara Lindqvist' });
    await visitor.agentSays({ text: 'Two', name: 'Mara Lindqvist' });
    await visitor.says('Three');
    await visitor.agentSays({ text: 'Four', name: 'Jonas', avatarUrl: 'https://a.example/j.png' });
    await visitor.agentSays({
      text: '**Five**',
      markdownText: '**Five**',
      name: 'Boat bot',
      authorSubtypes: ['bot'],
    });
    await visitor.agentSays({ text: 'Six' });
    expect(faces()).toEqual(['ML', 'https://a.example/j.png', 'BB', 'S']);
    expect(row('One').querySelector('b')?.textContent).toMatch(/^MLMara Lindqvist, /);
    expect(log().querySelectorAll('[data-own] [aria-hidden]')).toHaveLength(0);
  });

  it('become initials where the picture does not load or has no web address', async () => {
    const visitor = await meet({ faces: true });
    await visitor.agentSays({ text: 'One', name: 'Mara', avatarUrl: 'https://a.example/gone.png' });
    await visitor.agentSays({ text: 'Two', name: 'Jonas', avatarUrl: 'javascript:alert(1)' });
    await act(() => void fireEvent.error(log().querySelector('img') as HTMLImageElement));
    expect(faces()).toEqual(['M', 'J']);
  });

  it('are the header’s where the team speaks under its title', async () => {
    const visitor = await createVisitor({
      messenger: { people: { faces: true }, avatarUrl: 'https://a.example/shop.png' },
    });
    await visitor.agentSays({ text: 'One' });
    await visitor.agentSays({ text: 'Two', name: 'Mara' });
    expect(faces()).toEqual(['https://a.example/shop.png', 'M']);
  });

  it('are as they were where the configuration has none: a picture where the agent has one', async () => {
    const visitor = await meet({ greeting: 'Hello' });
    await visitor.agentSays({ text: 'One', name: 'Mara' });
    await visitor.agentSays({ text: 'Two', name: 'Jonas', avatarUrl: 'https://a.example/j.png' });
    expect(faces()).toEqual(['https://a.example/j.png']);
  });
});

describe('presence', () => {
  const TEAM = /^GET .*\/integrations\/int\/team$/;
  const asked = (visitor: Awaited<ReturnType<typeof createVisitor>>) =>
    visitor.service.asked.filter(({ method, path }) => TEAM.test(`${method} ${path}`)).length;
  const told = (team: unknown) =>
    meet(
      { presence: true },
      {
        before: (service: Awaited<ReturnType<typeof createVisitor>>['service']) =>
          service.next(TEAM, { json: { team } }),
      },
    );

  it.each([
    [{ agentsOnline: 2, replyTime: 240 }, 'Online now. Usually replies in 4 min'],
    [{ agentsOnline: 1 }, 'Online now'],
    [{ agentsOnline: 0, replyTime: 7000 }, 'Usually replies in 2 hr'],
  ])('is told in the header: %j', async (team, expected) => {
    const visitor = await told(team);
    expect(header().querySelector('p')?.textContent).toBe(expected);
    expect(asked(visitor)).toBe(1);
  });

  it.each([[{}], [{ agentsOnline: 0, replyTime: null }], ['online'], [{ agentsOnline: '9', replyTime: -1 }]])(
    'is hidden when the service tells nothing that can be: %j',
    async (team) => {
      await told(team);
      expect(header().querySelector('p')).toBeNull();
    },
  );

  it('takes the description’s place, which comes back when nothing is known', async () => {
    const visitor = await createVisitor({
      messenger: { people: { presence: true }, description: 'We help' },
      before: (service) => service.next(TEAM, { json: { team: { agentsOnline: 1 } } }),
    });
    expect(header().querySelector('p')?.textContent).toBe('Online now');
    visitor.service.next(TEAM, { status: 500 });
    await visitor.wait(120_000);
    expect([asked(visitor), header().querySelector('p')?.textContent]).toEqual([2, 'We help']);
  });

  it('is not asked for where the configuration does not show it, nor while the window is closed', async () => {
    const without = await meet();
    await without.wait(300_000);
    expect(asked(without)).toBe(0);
    leave();
    const visitor = await told({ agentsOnline: 1 });
    await act(() => visitor.router.closeWidget(0));
    await visitor.wait(3_600_000);
    expect(asked(visitor)).toBe(1);
  });
});
