import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSafeStorage } from '../../../examples/support-desk/inbox/platform/storage';
import { createPresence } from '../../../examples/support-desk/inbox/state/account/presence';
import { createClock } from '../../../src/platform/clock';
import { createFakeStorage } from '../../support/fakeStorage';
import { FakeDesk } from './support/fakeDesk';
import { renderInbox } from './support/renderInbox';

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('whether visitors see that an agent is there', () => {
  const create = (storage = createFakeStorage()) => {
    let time = 0;
    const told: boolean[] = [];
    const page = new EventTarget();
    const presence = createPresence({
      local: createSafeStorage(() => storage, page),
      newId: () => 'an-inbox',
      clock: { ...createClock(), now: () => time },
    });
    presence.follow({
      presence: async ({ away }) => {
        told.push(away);
        return { ok: false, failure: 'network' };
      },
    });
    const pass = (ms: number) => {
      for (let at = 0; at < ms; at += MINUTE) {
        time += MINUTE;
        vi.advanceTimersByTime(MINUTE);
      }
    };
    /** What the browser tells of a change by another tab. */
    const hears = () => page.dispatchEvent(Object.assign(new Event('storage'), { key: 'porch.agentAway' }));
    return { ...presence, told, pass, storage, hears };
  };

  it('is told at once and every minute, also after one that failed', () => {
    const { told, pass, dispose } = create();
    pass(3 * MINUTE);
    expect(told).toEqual([false, false, false, false]);
    dispose();
    pass(3 * MINUTE);
    expect(told).toHaveLength(4);
  });

  it('ends at once when the page closes, and when the agent signs out', () => {
    const { told, leave, back, follow, pass } = create();
    leave();
    back();
    follow(undefined);
    pass(3 * MINUTE);
    expect(told).toEqual([false, true, false, true]);
  });

  it('is away after ten minutes without a touch, and back at the first', () => {
    const { told, pass, active } = create();
    pass(9 * MINUTE);
    active();
    pass(9 * MINUTE);
    expect(told).not.toContain(true);
    pass(MINUTE);
    expect(told.at(-1)).toBe(true);
    active();
    expect(told.at(-1)).toBe(false);
    const count = told.length;
    active();
    expect(told).toHaveLength(count);
  });

  it('is away in all tabs once the agent says so in one, until they take it back or sign out', () => {
    const here = create();
    const there = create(here.storage);
    here.setAway(true);
    there.hears();
    expect([there.away.value, there.told]).toEqual([true, [false, true]]);
    there.setAway(false);
    here.hears();
    expect([here.away.value, here.told]).toEqual([false, [false, true, false]]);
    here.setAway(true);
    here.follow(undefined);
    here.reset();
    expect(create(here.storage).away.value).toBe(false);
  });

  it('stays away over a reload of the tab, whatever the agent does, until they take it back', () => {
    const first = create();
    first.setAway(true);
    first.active();
    first.pass(MINUTE);
    expect(first.told).toEqual([false, true, true]);
    first.dispose();
    const { told, away, setAway } = create(first.storage);
    expect([told, away.value]).toEqual([[true], true]);
    setAway(false);
    expect(told).toEqual([true, false]);
  });

  it('is told until the agent signs out, and can be changed in the menu', async () => {
    const desk = new FakeDesk();
    const { inbox } = await renderInbox(desk);
    expect(desk.presence).toEqual([{ inbox: expect.any(String), away: false }]);
    fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show me as away' }));
    expect(desk.presence.at(-1)).toEqual({ ...desk.presence[0], away: true });
    expect(await screen.findByText('Away')).toBeTruthy();
    inbox.session.signOut();
    expect(inbox.presence.away.value).toBe(false);
    const count = desk.presence.length;
    vi.advanceTimersByTime(10 * MINUTE);
    expect(desk.presence).toHaveLength(count);
  });
});
