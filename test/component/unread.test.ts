import { describe, expect, it } from 'vitest';
import { createUnreadBadge } from '../../src/features/unreadBadge/unreadBadge';
import { createUnreadSide } from './support/unreadSide';

const create = () => {
  const side = createUnreadSide();
  createUnreadBadge(side.deps);
  return {
    ...side,
    badge: () => side.surface.button.querySelector('.b')?.textContent,
    name: () => side.surface.button.getAttribute('aria-label'),
  };
};

describe('the launcher', () => {
  it('says how many messages are unread, in its badge and in its name (launcher-9)', () => {
    const { has, conversations, speak, badge, name } = create();
    speak();
    expect([badge(), name()]).toEqual(['', 'Open messaging window']);
    has('c', [1]);
    expect([badge(), name()]).toEqual(['1', 'Open messaging window, 1 unread message']);
    has(
      'c',
      [...Array(99)].map((_, i) => i + 1),
    );
    expect([badge(), name()]).toEqual(['99', 'Open messaging window, 99 unread messages']);
    has('c', [100]);
    expect([badge(), name()]).toEqual(['99+', 'Open messaging window, More than 99 unread messages']);
    conversations.setRead('c', 'lastRead', 100);
    expect([badge(), name()]).toEqual(['', 'Open messaging window']);
  });

  it('has its badge before the words are loaded, and keeps its name', async () => {
    const { has, badge, name, problems, end } = create();
    has('c', [1, 2, 3]);
    await Promise.resolve();
    await Promise.resolve();
    expect([badge(), name()]).toEqual(['3', 'Open messaging window']);
    expect(problems).toEqual(['Failed to setup i18n']);
    end();
    has('c', [4]);
    expect(badge()).toBe('3');
  });
});
