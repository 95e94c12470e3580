import { screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { CallDeps } from '../../src/features/hostCalls/callDeps';
import { CALLS } from '../../src/features/hostCalls/callTable';
import { isOff } from '../../src/features/hostCalls/flags';
import { createVisitor } from './support/visitor';

/** Whether a call is off for an account with these features, on a page whose local storage has this entry. */
const isOffFor = (name: string, features: unknown, stored?: string) =>
  isOff(
    {
      handover: { config: { features } },
      host: { localStorage: { getItem: (key: string) => (key === 'ZD-flags' ? (stored ?? null) : null) } },
    } as unknown as CallDeps,
    name,
  );

describe('a call with a flag', () => {
  const NAME = 'messenger:set.disablePopout';

  it.each([
    ['is there by default', {}, undefined, true],
    ['is there for an account without features', undefined, undefined, true],
    ['is no method where the account turns it off', { disablePopout: false }, undefined, false],
    ['follows the account where debugging is off', { disablePopout: false }, '{"disablePopout":true}', false],
    [
      'follows what a developer has stored where debugging is on',
      { disablePopout: false, debug: true },
      '{"disablePopout":true}',
      true,
    ],
    ['may be turned off by a developer', { debug: true }, '{"disablePopout":false}', false],
    ['does not mind a stored entry that is broken', { debug: true }, '{', true],
    ['does not mind a stored entry of another kind', { debug: true }, '{"disablePopout":"no"}', true],
  ] as const)('%s (api-6)', (_name, features, stored, there) => {
    expect(isOffFor(NAME, features, stored)).toBe(!there);
  });

  const ALL_OFF = Object.fromEntries(
    Object.values(CALLS).flatMap(({ flag }) => (flag ? [[flag, false]] : [])),
  );
  const FLAGGED = Object.keys(CALLS)
    .filter((name) => isOffFor(name, ALL_OFF))
    .map((name) => name.split('.'));

  it('is one of 15', () => {
    expect(FLAGGED).toHaveLength(15);
  });

  it('that is turned off throws as an unknown one, and nothing of it loads (api-5)', async () => {
    const visitor = await createVisitor({ features: ALL_OFF });
    for (const [namespace, name] of FLAGGED) {
      const done = vi.fn();
      const call = visitor.zE(namespace, name, {}, done);
      await expect(call).rejects.toThrow(new Error(`Method ${namespace}.${name} does not exist`));
      expect(done).not.toHaveBeenCalled();
    }
    expect(visitor.report).not.toHaveBeenCalled();
  });
});

describe('typingIndicator', () => {
  it('names who is shown as typing, until null brings the agent back (api-4)', async () => {
    const visitor = await createVisitor();
    await visitor.zE('messenger:set', 'typingIndicator', {
      name: 'Robo',
      avatarUrl: 'https://a.example/r.png',
    });
    await visitor.activity('typing:start', { data: { name: 'Ann' } });
    expect(screen.getAllByText('Robo is typing')).toHaveLength(2);
    expect(screen.queryAllByText('Ann is typing')).toEqual([]);
    await visitor.activity('typing:stop');
    expect(screen.queryAllByText('Robo is typing')).toEqual([]);
    await visitor.zE('messenger:set', 'typingIndicator', null);
    await visitor.activity('typing:start', { data: { name: 'Ann' } });
    expect(visitor.active()?.typingUser?.name).toBe('Ann');
    expect(screen.getAllByText('Ann is typing')).toHaveLength(2);
  });

  it.each([
    [undefined],
    ['Robo'],
    [{}],
    [{ name: 'Robo' }],
    [{ name: 5, avatarUrl: '' }],
    [{ name: 'x', avatarUrl: 5 }],
  ])('refuses %j', async (who) => {
    const visitor = await createVisitor();
    await visitor.zE('messenger:set', 'typingIndicator', who);
    expect(visitor.report).toHaveBeenCalledWith(expect.stringMatching(/typingIndicator needs.*README/));
    await visitor.activity('typing:start', { data: { name: 'Ann' } });
    expect(visitor.active()?.typingUser?.name).toBe('Ann');
  });
});

it('emojiPicker takes the picker with its button away, also an open one, and gives it back', async () => {
  const visitor = await createVisitor();
  const button = () => screen.queryByRole('button', { name: 'Add emoji' });
  await visitor.zE('messenger:set', 'emojiPicker', false);
  expect(button()).toBeNull();
  await visitor.zE('messenger:set', 'emojiPicker', true);
  await visitor.press('Add emoji');
  expect(screen.getByRole('dialog', { name: 'Add emoji' })).toBeTruthy();
  await visitor.zE('messenger:set', 'emojiPicker', false);
  expect(button()).toBeNull();
  expect(screen.queryByRole('dialog', { name: 'Add emoji' })).toBeNull();
  await visitor.zE('messenger:set', 'emojiPicker', true);
  expect(button()).toBeTruthy();
});

it('multipleAttachments turns the choice of several files at once off and on', async () => {
  const visitor = await createVisitor();
  const several = async () => {
    await visitor.press('Upload file');
    return document.querySelector<HTMLInputElement>('input[type=file]')?.multiple;
  };
  expect(await several()).toBe(true);
  await visitor.zE('messenger:set', 'multipleAttachments', false);
  expect(await several()).toBe(false);
  await visitor.zE('messenger:set', 'multipleAttachments', true);
  expect(await several()).toBe(true);
});

describe.each(['emojiPicker', 'multipleAttachments', 'disablePopout'])('%s', (name) => {
  it('takes true and false alone', async () => {
    const visitor = await createVisitor();
    for (const value of [undefined, null, 'true', 1, {}]) await visitor.zE('messenger:set', name, value);
    expect(visitor.report.mock.calls).toEqual(
      Array(5).fill([expect.stringMatching(`^${name} must be true or false.*README`)]),
    );
    await visitor.zE('messenger:set', name, true);
    expect(visitor.report).toHaveBeenCalledTimes(5);
  });
});
