import { signal } from '@preact/signals-react';
import { act, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Needs } from '../../src/conversation/featureDeps';
import type { FeatureRow } from '../../src/conversation/featureRow';
import { createVisitor, log } from './support/visitor';

/** What the folder of a feature would have: its view. */
const createFolder = () => {
  const wanted = signal(true);
  const createBell = ({ slices }: Needs<never, 'settings'>) => {
    return () => <p>The bell of {slices.settings.title}</p>;
  };
  const row: FeatureRow<unknown> = {
    load: async () => ({ create: createBell }),
    wordless: true,
    area: 'banner',
    shown: ({ conversations }) => wanted.value && conversations.active.value !== undefined,
  };
  return { wanted, row };
};

describe('a feature that comes as a folder and one row', () => {
  it('is shown in its area while its row says so', async () => {
    const { row, wanted } = createFolder();
    const visitor = await createVisitor({ homeRows: { bell: row } });
    await visitor.settle();
    expect(screen.getByText('The bell of Shoe shop')).toBeTruthy();
    await act(() => {
      wanted.value = false;
    });
    expect(screen.queryByText('The bell of Shoe shop')).toBeNull();
  });

  it.each(['banner', 'notice'] as const)('may be a %s outside of the log', async (area) => {
    const { row } = createFolder();
    const visitor = await createVisitor({ homeRows: { bell: { ...row, area } } });
    await visitor.settle();
    const bell = screen.getByText('The bell of Shoe shop');
    expect(log().contains(bell)).toBe(false);
    const after = log().compareDocumentPosition(bell) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(after > 0).toBe(area === 'notice');
  });
});
