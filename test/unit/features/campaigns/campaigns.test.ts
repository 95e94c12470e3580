import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCampaigns } from '../../../../src/features/campaigns/createCampaigns';
import { type Campaign, decodeCampaigns } from '../../../../src/features/campaigns/decode';
import { createRecords } from '../../../../src/features/campaigns/records';
import { type Facts, rulesHold } from '../../../../src/features/campaigns/rules';
import { createFakeStorage, createFullStorage } from '../../../support/fakeStorage';

const MINUTE = 60_000;
let time = 0;
let storage = createFakeStorage();
beforeEach(() => {
  time = 1_800_000_000_000;
  storage = createFakeStorage();
});

const campaign = (id: string, more: object = {}): Campaign =>
  decodeCampaigns([{ id, text: `Text of ${id}`, jwt: `jwt-${id}`, ...more }])[0] as Campaign;

const factsOf = (more: Partial<Facts> = {}): Facts => ({
  address: 'https://shop.example/boots?size=9#top',
  seconds: 0,
  scrolled: 0,
  leaving: false,
  returning: () => false,
  ...more,
});

const side = (
  campaigns: Campaign[],
  {
    facts = factsOf(),
    free = () => true,
    allowed = true,
  }: { facts?: Facts; free?: () => boolean; allowed?: boolean } = {},
) => {
  const records = createRecords(
    () => storage,
    () => allowed,
    () => time,
  );
  const calls: string[] = [];
  const proactive = createCampaigns({
    campaigns,
    records,
    now: () => time,
    facts: () => facts,
    free,
    ready: () => true,
    show: ({ id }) => void calls.push(`show ${id}`),
    hide: () => void calls.push('hide'),
    count: (what, id) => void calls.push(`${what} ${id}`),
  });
  return { proactive, calls, records };
};
const stored = () => JSON.parse(storage.getItem('ZD-campaigns') ?? '{}');

describe('Proactive campaign', () => {
  it('Setting stores the campaign and jwt and marks it seen. (camp-1, camp-4)', () => {
    const a = campaign('a');
    const { proactive, calls } = side([a]);
    proactive.check();
    expect(proactive.state()).toEqual({
      campaign: a,
      jwt: 'jwt-a',
      wasConversationCreatedFromProactiveMessage: false,
    });
    expect(stored()).toEqual({ a: { seenAt: time } });
    expect(calls).toEqual(['show a', 'Seen a']);
  });

  it('Dismissing the current campaign clears it and records dismissedAt. (camp-2, camp-4)', () => {
    const { proactive, calls } = side([campaign('a')]);
    proactive.check();
    time += MINUTE;
    proactive.dismiss();
    expect(proactive.state()).toMatchObject({ campaign: undefined, jwt: undefined });
    expect(stored()).toEqual({ a: { dismissedAt: time } });
    expect(calls.slice(2)).toEqual(['hide', 'Dismissed a']);
    proactive.dismiss();
    expect(calls).toHaveLength(4);
  });

  it('Reset clears all. (camp-3)', () => {
    const { proactive, calls } = side([campaign('a')]);
    proactive.check();
    proactive.conversationCreated();
    proactive.reset();
    expect(proactive.state()).toEqual({ wasConversationCreatedFromProactiveMessage: false });
    expect(calls.at(-1)).toBe('hide');
    // What the browser was asked not to see again stays so.
    proactive.check();
    expect(proactive.state().campaign).toBeUndefined();
  });

  it('A conversation that was created from it is marked, with its time, and the campaign is over without being dismissed. (camp-9)', () => {
    const { proactive, calls } = side([campaign('a'), campaign('b')]);
    proactive.check();
    time += MINUTE;
    proactive.conversationCreated();
    expect(proactive.state()).toMatchObject({
      campaign: undefined,
      wasConversationCreatedFromProactiveMessage: true,
      conversationCreatedTimestamp: time,
    });
    expect(stored()).toEqual({ a: { dismissedAt: time } });
    proactive.nextPage();
    proactive.check();
    expect(calls).toEqual(['show a', 'Seen a', 'hide']);
  });
});

describe('a campaign', () => {
  it('is never shown beside another, and never again once it was dismissed, on this page or another (camp-2)', () => {
    const all = [campaign('a'), campaign('b')];
    const first = side(all);
    first.proactive.check();
    first.proactive.check();
    expect(first.calls).toEqual(['show a', 'Seen a']);
    first.proactive.dismiss();
    first.proactive.check();
    // One on each page is enough.
    expect(first.calls.filter((call) => call.startsWith('show'))).toEqual(['show a']);
    const second = side(all);
    second.proactive.check();
    expect(second.calls).toEqual(['show b', 'Seen b']);
    second.proactive.dismiss();
    const third = side(all);
    third.proactive.check();
    expect(third.calls).toEqual([]);
  });

  it('that was seen and not dismissed comes again on the next page, and is counted once', () => {
    side([campaign('a')]).proactive.check();
    const { proactive, calls } = side([campaign('a')]);
    proactive.check();
    expect(calls).toEqual(['show a']);
  });

  it('goes away when another tab has dismissed it', () => {
    const { proactive, calls } = side([campaign('a')]);
    proactive.check();
    storage.setItem('ZD-campaigns', JSON.stringify({ a: { dismissedAt: 1 } }));
    proactive.check();
    expect([calls.at(-1), proactive.state().campaign]).toEqual(['hide', undefined]);
    expect(stored()).toEqual({ a: { dismissedAt: 1 } });
  });

  it('is shown from its beginning to its end', () => {
    const { proactive, calls } = side([campaign('a', { from: time + 1000, to: time + 2000 })]);
    proactive.check();
    expect(calls).toEqual([]);
    time += 1000;
    proactive.check();
    expect(calls[0]).toBe('show a');
    time += 1000;
    proactive.check();
    expect(calls.at(-1)).toBe('hide');
    expect(stored()).toEqual({ a: { seenAt: time - 1000 } });
  });

  it('that the page asks for is shown whatever its rules, its dates and its record, in place of another', () => {
    const all = [
      campaign('a'),
      campaign('b', { from: time + MINUTE, rules: [{ type: 'time', seconds: 900 }] }),
    ];
    side([all[1] as Campaign]).records.keep('b', { dismissedAt: time });
    const { proactive, calls } = side(all);
    proactive.check();
    proactive.force('b');
    expect(calls).toEqual(['show a', 'Seen a', 'hide', 'show b']);
    // It stays, on the next page too, until the visitor dismisses it.
    proactive.nextPage();
    proactive.check();
    expect(proactive.state().campaign?.id).toBe('b');
    proactive.dismiss();
    expect(calls.slice(4)).toEqual(['hide', 'Dismissed b']);
    proactive.force('nobody');
    expect(calls).toHaveLength(6);
  });

  it('that the page asks for waits for a place, and is forgotten with the visitor', () => {
    let free = false;
    const { proactive, calls } = side([campaign('a', { from: time + MINUTE })], { free: () => free });
    proactive.force('a');
    expect(calls).toEqual([]);
    free = true;
    proactive.check();
    expect(calls).toEqual(['show a', 'Seen a']);
    free = false;
    proactive.force('a');
    proactive.reset();
    free = true;
    proactive.check();
    expect(calls).toEqual(['show a', 'Seen a', 'hide']);
  });

  it('waits for a place', () => {
    const { proactive, calls } = side([campaign('a')], { free: () => false });
    proactive.check();
    expect([calls, stored()]).toEqual([[], {}]);
  });

  it('stays on the next page where its rules may hold, and goes where they cannot', () => {
    const facts = factsOf({ seconds: 9 });
    const rules = [
      { on: 'page', how: 'contains', value: '/boots' },
      { on: 'time', value: 5 },
    ];
    const { proactive, calls } = side([campaign('a', { rules })], { facts });
    proactive.check();
    Object.assign(facts, { address: 'https://shop.example/boots/red', seconds: 0 });
    proactive.nextPage();
    expect(calls).toEqual(['show a', 'Seen a']);
    facts.address = 'https://shop.example/cart';
    proactive.nextPage();
    expect(calls.at(-1)).toBe('hide');
  });
});

describe('the rules', () => {
  const holds = (rules: object[], more: Partial<Facts> = {}, any = false) =>
    rulesHold(campaign('a', { rules, any }), factsOf(more));
  const page = (how: string, value: string) => ({ on: 'page', how, value });

  it.each([
    ['is', 'https://shop.example/boots', true],
    ['is', '/BOOTS', true],
    ['is', '/boots?size=9#top', true],
    ['is', '/boo', false],
    ['begins', 'https://shop.example/', true],
    ['begins', '/boots', true],
    ['begins', '/shop.example', false],
    ['contains', 'size=9', true],
    ['contains', 'shop.example', true],
    ['contains', 'cart', false],
    ['lacks', '/cart', true],
    ['lacks', '/boots', false],
    ['toString', '/boots', false],
  ])('an address that %s %s: %s', (how, value, expected) => {
    expect(holds([page(how, value)])).toBe(expected);
  });

  it('time, scroll, exit and a returning visitor hold from their moment on', () => {
    expect([
      holds([{ on: 'time', value: 5 }], { seconds: 4 }),
      holds([{ on: 'time', value: 5 }], { seconds: 5 }),
    ]).toEqual([false, true]);
    expect([
      holds([{ on: 'scroll', value: 50 }], { scrolled: 49 }),
      holds([{ on: 'scroll', value: 50 }], { scrolled: 50 }),
    ]).toEqual([false, true]);
    expect([holds([{ on: 'exit' }]), holds([{ on: 'exit' }], { leaving: true })]).toEqual([false, true]);
    expect([holds([{ on: 'returning' }]), holds([{ on: 'returning' }], { returning: () => true })]).toEqual([
      false,
      true,
    ]);
  });

  it('several need all of them, or one where one is enough; none hold at once', () => {
    const rules = [page('contains', '/boots'), { on: 'time', value: 5 }];
    expect([holds(rules), holds(rules, { seconds: 5 }), holds(rules, {}, true)]).toEqual([false, true, true]);
    expect([holds([]), holds([], {}, true)]).toEqual([true, true]);
  });

  it('that are not known never hold, so that nobody sees what was meant for few', () => {
    for (const wrong of [
      { on: 'weather' },
      {},
      { on: 'time', value: '5' },
      { on: 'page', how: 'is' },
      page('sounds', '/'),
    ])
      for (const any of [true, false]) expect(holds([{ on: 'time', value: 0 }, wrong], {}, any)).toBe(false);
  });
});

describe('what is remembered', () => {
  it('is kept in memory alone without consent, and what was kept goes', () => {
    storage.setItem('ZD-campaigns', '{"old":{"dismissedAt":1}}');
    storage.setItem('ZD-campaigns.visits', '3 1');
    const { proactive, records } = side([campaign('a')], { allowed: false });
    records.follow();
    expect([Object.keys(storage), records.returning()]).toEqual([[], false]);
    proactive.check();
    proactive.dismiss();
    proactive.nextPage();
    proactive.check();
    expect([Object.keys(storage), proactive.state().campaign]).toEqual([[], undefined]);
  });

  it('is written once the consent is given', () => {
    let allowed = false;
    const records = createRecords(
      () => storage,
      () => allowed,
      () => time,
    );
    records.keep('a', { seenAt: 5 });
    allowed = true;
    records.follow();
    expect(stored()).toEqual({ a: { seenAt: 5 } });
  });

  it('is of the newest hundred campaigns, and survives a full or blocked storage and nonsense in it', () => {
    const { records } = side([]);
    for (let i = 0; i < 120; i++) records.keep(`c${i}`, { seenAt: i });
    expect([Object.keys(stored()).length, records.find('c119')]).toEqual([100, { seenAt: 119 }]);
    for (const area of [() => createFullStorage(), () => JSON.parse('{')]) {
      const broken = createRecords(
        area,
        () => true,
        () => time,
      );
      broken.keep('a', { dismissedAt: 1 });
      expect([broken.find('a'), broken.returning()]).toEqual([{ dismissedAt: 1 }, false]);
    }
    for (const text of ['', '{', 'null', '[]', '5', '{"a":5,"b":{"seenAt":"x"},"__proto__":{"seenAt":1}}']) {
      storage.setItem('ZD-campaigns', text);
      storage.setItem('ZD-campaigns.visits', text);
      const { records: read, proactive } = side([campaign('a')]);
      expect([read.find('a'), read.find('b'), read.returning()]).toEqual([undefined, undefined, false]);
      proactive.check();
      expect(stored().a).toEqual({ seenAt: time });
    }
  });

  it('tells a visitor who comes again after half an hour from one who goes on', () => {
    const visit = () => side([]).records.returning();
    expect(visit()).toBe(false);
    time += 10 * MINUTE;
    expect(visit()).toBe(false);
    time += 31 * MINUTE;
    expect(visit()).toBe(true);
    time += MINUTE;
    expect(visit()).toBe(true);
  });
});

describe('campaigns from outside', () => {
  it('that lack an id, a text or a signature, or come twice, are left out', () => {
    const good = { id: 'a', text: 'x', jwt: 'j' };
    const bad = [
      null,
      5,
      'x',
      [],
      {},
      { ...good, id: '' },
      { ...good, id: 'a b' },
      { ...good, text: ' ' },
      { ...good, jwt: 1 },
    ];
    expect(decodeCampaigns([...bad, good, good]).map(({ id }) => id)).toEqual(['a']);
    for (const value of [null, {}, 'x', 5]) expect(decodeCampaigns(value)).toEqual([]);
  });

  it('turn no direction and have no end', () => {
    const [read] = decodeCampaigns([
      { id: 'a', text: `\u202eevil${'x'.repeat(5000)}`, name: '\u2066n', jwt: 'j', from: 'x', to: {} },
    ]);
    expect([read?.text.length, read?.text.slice(0, 4), read?.name]).toEqual([999, 'evil', 'n']);
    expect([read?.from, read?.to]).toEqual([0, Number.POSITIVE_INFINITY]);
  });

  it('of any value neither throw nor are shown by a rule of the wrong kind', () => {
    const warn = vi.fn();
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.anything(), (rules, value) => {
        for (const c of decodeCampaigns([value, { id: 'a', text: 't', jwt: 'j', rules }])) {
          const odd = c.rules.some(
            ({ on }) => !['page', 'time', 'scroll', 'exit', 'returning'].includes(on as string),
          );
          if (rulesHold(c, factsOf()) && odd) warn(c);
        }
      }),
    );
    expect(warn).not.toHaveBeenCalled();
  });
});
