import { act, cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { definePorch } from '../../src/npm/element';
import { mount, zE } from '../../src/npm/mount';
import { Porch as ReactPorch } from '../../src/npm/react';
import { Porch as VuePorch } from '../../src/npm/vue';

const SRC = 'https://desk.example/porch/porch.js';
type Fake = ((...args: unknown[]) => unknown) & { porch?: boolean; q?: unknown[][] };
const page = window as unknown as { zE?: Fake };
/** A stand-in for the page's head, which does not load scripts. */
const head = document.createElement('div');
const tags = () => [...head.querySelectorAll('script')];
beforeEach(() => {
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => head.append(...nodes));
});

/** Does what the script does when it runs: takes the queue, and marks itself as Porch. */
const runScript = () => {
  const call = (_: unknown, name: unknown, done: unknown) => {
    if (name !== 'destroy') return;
    if (page.zE === zE) delete page.zE;
    (done as (error: null) => void)(null);
  };
  const zE = Object.assign(vi.fn<(...args: unknown[]) => unknown>(call as () => unknown), { porch: true });
  const queued = page.zE?.q ?? [];
  page.zE = zE;
  tags()[0]?.onload?.(new Event('load'));
  return { zE, queued };
};
const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

const undos: (() => void)[] = [];
const put = (options = {}) => {
  const undo = mount({ src: SRC, ...options });
  undos.push(undo);
  return undo;
};
afterEach(async () => {
  cleanup();
  for (const undo of undos.splice(0)) undo();
  await turn();
  if (tags()[0]) runScript();
  delete page.zE;
  vi.restoreAllMocks();
});

describe('mount', () => {
  it('adds the script with what the page says of it, and keeps the calls that come before it has run', () => {
    put({ key: 'k', host: 'desk.example', launcher: 'none', nonce: 'n' });
    const [tag] = tags();
    expect([tag?.async, tag?.nonce, { ...tag?.dataset }]).toEqual([
      true,
      'n',
      { key: 'k', zendeskHost: 'desk.example', launcher: 'none' },
    ]);
    zE('messenger:set', 'zIndex', 5);
    const off = zE('messenger:on', 'open', () => {});
    off();
    const { queued } = runScript();
    expect(queued.map((call) => [...call].slice(0, 2))).toEqual([
      ['messenger:set', 'zIndex'],
      ['messenger:on', 'open'],
    ]);
    expect(queued.map((call) => (call as { cancelled?: boolean }).cancelled)).toEqual([undefined, true]);
  });

  it('passes calls to the script once it has run', () => {
    put();
    const { zE: real } = runScript();
    zE('messenger', 'open');
    expect(real).toHaveBeenCalledWith('messenger', 'open');
  });

  it('adds one script however often it is called, and takes it off with the last', async () => {
    const undo = [put(), put()];
    expect(tags()).toHaveLength(1);
    const { zE: real } = runScript();
    undo[0]?.();
    undo[0]?.();
    await turn();
    expect(real).not.toHaveBeenCalled();
    undo[1]?.();
    await turn();
    expect(real).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
    expect(tags()).toEqual([]);
  });

  it('keeps the messenger when the next page mounts it before the turn is over', async () => {
    put()();
    put();
    const { zE: real } = runScript();
    await turn();
    expect([real.mock.calls.length, tags().length]).toEqual([0, 1]);
  });

  it('that is undone before the script has run takes it off when it has', async () => {
    put()();
    await turn();
    const { zE: real } = runScript();
    expect(real).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
    expect(tags()).toEqual([]);
  });

  it('adds the script again once the messenger that is leaving is gone', async () => {
    const undo = put();
    const { zE: real } = runScript();
    let gone = () => {};
    real.mockImplementation((...[, , done]) => {
      gone = done as () => void;
    });
    undo();
    await turn();
    put();
    expect(tags()).toHaveLength(1);
    delete page.zE;
    gone();
    expect(tags()).toHaveLength(1);
    expect(page.zE).not.toBe(real);
  });

  it('replaces the messenger when the next one is of another account', async () => {
    const first = put({ key: 'a' });
    const { zE: called } = runScript();
    first();
    put({ key: 'b' });
    await turn();
    expect(called).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
    expect(tags().map(({ dataset }) => dataset.key)).toEqual(['b']);
  });

  it('keeps the calls made while one messenger is leaving for the next', async () => {
    const undo = put();
    const { zE: real } = runScript();
    let gone = () => {};
    real.mockImplementation((...[, , done]) => {
      gone = done as () => void;
    });
    undo();
    await turn();
    zE('messenger:set', 'zIndex', 7);
    put();
    zE('messenger:on', 'open', () => {});
    gone();
    expect(real.mock.calls.map(([, name]) => name)).toEqual(['destroy']);
    expect(runScript().queued.map(([, name]) => name)).toEqual(['zIndex', 'open']);
  });

  it('replaces it once the script has run that was on its way', async () => {
    put({ key: 'a' })();
    put({ key: 'b' });
    await turn();
    expect(tags().map(({ dataset }) => dataset.key)).toEqual(['a']);
    runScript();
    expect(tags().map(({ dataset }) => dataset.key)).toEqual(['b']);
  });

  it('leaves a messenger that came by a script tag alone', async () => {
    const { zE: real } = runScript();
    put()();
    await turn();
    expect([tags(), real.mock.calls]).toEqual([[], []]);
  });

  it('tells that the script cannot be loaded, and tries again the next time', () => {
    const onError = vi.fn();
    put({ onError });
    tags()[0]?.onerror?.(new Event('error'));
    expect(onError).toHaveBeenCalledWith(new Error(`${SRC} could not be loaded`));
    expect(tags()).toEqual([]);
    put();
    expect(tags()).toHaveLength(1);
  });
});

describe('the wrappers', () => {
  it('of React mounts and unmounts', async () => {
    const { unmount } = render(<ReactPorch src={SRC} accountKey="k" />);
    await act(turn);
    expect(tags().map((tag) => tag.dataset.key)).toEqual(['k']);
    const { zE: real } = runScript();
    unmount();
    await vi.waitFor(() => expect(real).toHaveBeenCalled());
    expect(real).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
  });

  it('of Vue mounts, follows its props and unmounts', async () => {
    type Hooks = Record<'mounted' | 'updated' | 'unmounted' | 'render', (this: unknown) => unknown>;
    const hooks = VuePorch as unknown as Hooks;
    const instance = { $props: { src: SRC, accountKey: 'k' } };
    hooks.mounted.call(instance);
    expect(tags().map((tag) => tag.dataset.key)).toEqual(['k']);
    const { zE: first } = runScript();
    hooks.updated.call(instance);
    expect(first).not.toHaveBeenCalled();
    instance.$props.accountKey = 'other';
    hooks.updated.call(instance);
    expect(first).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
    expect(tags().map((tag) => tag.dataset.key)).toEqual(['other']);
    const { zE: real } = runScript();
    hooks.unmounted.call(instance);
    await turn();
    expect(real).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
    expect(hooks.render()).toBeNull();
  });

  it('as an element mounts and unmounts, and tells of an error', async () => {
    definePorch();
    definePorch();
    const element = document.createElement('porch-messenger');
    element.setAttribute('src', SRC);
    element.setAttribute('host', 'desk.example');
    const heard = vi.fn();
    element.addEventListener('error', heard);
    document.body.append(element);
    expect(tags().map((tag) => tag.dataset.zendeskHost)).toEqual(['desk.example']);
    tags()[0]?.onerror?.(new Event('error'));
    expect(heard).toHaveBeenCalledTimes(1);
    element.remove();
    document.body.append(element);
    const { zE: real } = runScript();
    element.remove();
    await turn();
    expect(real).toHaveBeenCalledWith('messenger', 'destroy', expect.any(Function));
  });
});
