import { describe, expect, it } from 'vitest';
import { layOver, readSettings } from '../../../examples/support-desk/server/domain/settings/settings';
import { cleanJson, cleanText } from '../../../examples/support-desk/server/model/clean';
import { hashToken, sameSecret } from '../../../examples/support-desk/server/model/tokens';
import { createInTurn } from '../../../examples/support-desk/server/process/inTurn';
import { hold } from '../../support/hold';

describe('cleaning input', () => {
  it('removes NUL and replaces lone surrogates, and changes nothing else', () => {
    expect(cleanText('a\0b')).toBe('ab');
    expect(cleanText('\ud83c\udf89 \ud83c \udf89')).toBe('🎉 \ufffd \ufffd');
    expect(cleanText('naïve\n\tשלום')).toBe('naïve\n\tשלום');
  });

  it('cleans every text and every name in a value, at any place', () => {
    expect(cleanJson({ 'a\0': ['x\0', { b: '\0' }, 1, null, true] })).toEqual({
      a: ['x', { b: '' }, 1, null, true],
    });
  });

  it('cannot be used to change a prototype', () => {
    const clean = cleanJson(JSON.parse('{"__proto__": {"admin": true}, "a": 1}'));
    expect(clean).toEqual({ a: 1 });
    expect((clean as { admin?: boolean }).admin).toBeUndefined();
  });

  it('refuses values nested too deeply instead of overflowing the stack', () => {
    const deep = (n: number): unknown => JSON.parse(`${'['.repeat(n)}${']'.repeat(n)}`);
    expect(cleanJson(deep(20))).toBeDefined();
    expect(cleanJson(deep(5000))).toBeUndefined();
  });
});

describe('taking turns', () => {
  const gate = () => {
    const { until: opened, release: open } = hold();
    return { open, opened };
  };

  it('runs the work of one key in order, and that of another beside it', async () => {
    const inTurn = createInTurn();
    const order: string[] = [];
    const { open, opened } = gate();
    const first = inTurn('a', async () => {
      await opened;
      order.push('a1');
    });
    const second = inTurn('a', async () => order.push('a2'));
    await inTurn('b', async () => order.push('b'));
    open();
    await Promise.all([first, second]);
    expect(order).toEqual(['b', 'a1', 'a2']);
  });

  it('continues after failed work', async () => {
    const inTurn = createInTurn();
    const failed = inTurn('a', async () => {
      throw new Error('no');
    });
    const next = inTurn('a', async () => 'fine');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('fine');
  });
});

describe('settings', () => {
  it('have defaults for missing fields', () => {
    const result = readSettings({ messenger: { title: 'Shop', launcher: { shape: 'square' } } });
    expect(result).toMatchObject({
      settings: {
        agent: { name: 'Support' },
        messenger: { title: 'Shop', appId: 'porch', launcher: { shape: 'square', showTextInMobile: false } },
      },
    });
  });

  it.each([
    [{ messenger: { title: 5 } }, 'messenger.title'],
    [{ mesenger: {} }, 'mesenger'],
    [{ messenger: { color: { primary: 'url(x)' } } }, 'messenger.color.primary'],
    [{ messenger: { avatarUrl: 'javascript:alert(1)' } }, 'messenger.avatarUrl'],
    [{ messenger: { borderRadius: 21 } }, 'messenger.borderRadius'],
    [{ messenger: { appId: 'a/b' } }, 'messenger.appId'],
    [[], 'the file'],
    [null, 'the file'],
  ])('say which part of %j is wrong', (value, where) => {
    const result = readSettings(value);
    expect('problem' in result && result.problem.split(':')[0]).toBe(where);
  });

  it('lie over one another field by field', () => {
    const under = { a: { x: 1, y: 2 }, b: [1], c: 'c' };
    expect(layOver(under, { a: { y: 3, z: 4 }, b: [2] })).toEqual({
      a: { x: 1, y: 3, z: 4 },
      b: [2],
      c: 'c',
    });
    expect(under).toEqual({ a: { x: 1, y: 2 }, b: [1], c: 'c' });
  });
});

describe('secrets', () => {
  it('are compared in full at any length', () => {
    expect(sameSecret('a', 'a')).toBe(true);
    expect(sameSecret('a', 'b')).toBe(false);
    expect(sameSecret('a', 'aa')).toBe(false);
    expect(sameSecret('', '')).toBe(true);
  });

  it('are kept as hashes that tell nothing', () => {
    expect(hashToken('secret')).toHaveLength(43);
    expect(hashToken('secret')).not.toContain('secret');
  });
});
