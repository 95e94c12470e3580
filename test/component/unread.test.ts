import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import type { CardDeps } from '../../src/conversation/featureDeps';
import { createUnreadBadge } from '../../src/features/unreadBadge/unreadBadge';
import { createLauncher } from '../../src/launcher/launcher';
import { createLocale } from '../../src/slices/locale';
import { handoverOf } from '../support/handover';
import { englishWords } from '../support/words';

const create = () => {
  const surface = createLauncher(handoverOf());
  const unread = signal(0);
  const locale = createLocale();
  const undos: (() => void)[] = [];
  const problems: unknown[] = [];
  createUnreadBadge({
    slices: { unread, locale } as unknown as CardDeps['slices'],
    surface,
    words: { more: () => Promise.reject(new Error('no file')) } as unknown as CardDeps['words'],
    own: (undo) => void undos.push(undo),
    report: (message) => void problems.push(message),
  });
  return {
    unread,
    locale,
    problems,
    badge: () => surface.button.querySelector('.b')?.textContent,
    name: () => surface.button.getAttribute('aria-label'),
    end() {
      for (const undo of undos) undo();
      surface.dispose();
    },
  };
};

describe('the launcher', () => {
  it('says how many messages are unread, in its badge and in its name (launcher-9)', () => {
    const { unread, locale, badge, name, end } = create();
    locale.set(englishWords());
    expect([badge(), name()]).toEqual(['', 'Open messaging window']);
    unread.value = 1;
    expect([badge(), name()]).toEqual(['1', 'Open messaging window, 1 unread message']);
    unread.value = 99;
    expect([badge(), name()]).toEqual(['99', 'Open messaging window, 99 unread messages']);
    unread.value = 100;
    expect([badge(), name()]).toEqual(['99+', 'Open messaging window, More than 99 unread messages']);
    unread.value = 0;
    expect([badge(), name()]).toEqual(['', 'Open messaging window']);
    end();
  });

  it('has its badge before the words are loaded, and keeps its name', async () => {
    const { unread, badge, name, problems, end } = create();
    unread.value = 3;
    await Promise.resolve();
    await Promise.resolve();
    expect([badge(), name()]).toEqual(['3', 'Open messaging window']);
    expect(problems).toEqual(['Failed to setup i18n']);
    end();
    unread.value = 4;
    expect(badge()).toBe('3');
  });
});
