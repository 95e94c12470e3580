import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flush } from '../support/fakeClock';

type Page = Window & {
  zE?: ((...args: unknown[]) => unknown) & { q?: unknown[]; porch?: boolean };
  zEmbed?: unknown;
  zEMessenger?: { skip?: unknown };
};
const page = window as Page;

/** Runs the publisher's script as a script tag with this address does. */
const runScript = async (src = 'https://desk.example/porch.js') => {
  const script = document.createElement('script');
  Object.defineProperty(script, 'src', { value: src });
  vi.spyOn(Document.prototype, 'currentScript', 'get').mockReturnValue(script);
  vi.resetModules();
  await import('../../src/loader/loader');
  await flush();
};

/** The page lets the script start. Its account has no widget. */
const allow = () => {
  delete page.zEMessenger;
  vi.stubGlobal('PORCH_BUILD', 'build');
  vi.stubGlobal('PORCH_NOW', false);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({}, { status: 404 })),
  );
};

let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  page.zEMessenger = { skip: true };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of ['zE', 'zEmbed', 'zEMessenger'] as const) delete page[name];
});

describe("the publisher's script", () => {
  it('puts zE on the page, and zEmbed as its other name', async () => {
    await runScript();
    expect(page.zE).toBeTypeOf('function');
    expect(page.zEmbed).toBe(page.zE);
    expect(() => page.zE?.('messenger', 'fly')).toThrow('Method messenger.fly does not exist');
  });

  it('takes up what a stub gathered, and logs what of it does not exist', async () => {
    const stub: NonNullable<Page['zE']> = (...args) => {
      stub.q = [...(stub.q ?? []), args];
    };
    page.zE = stub;
    for (const name of ['hide', 'fly', 'show']) stub('messenger', name);
    await runScript();
    expect(page.zE).not.toBe(stub);
    expect(errors.mock.calls).toEqual([['Porch:', new Error('Method messenger.fly does not exist')]]);
  });

  it('does nothing when it is there already (start-9)', async () => {
    allow();
    await runScript();
    const first = page.zE;
    await runScript();
    expect(page.zE).toBe(first);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('starts anew where the page has deleted zE, as wrappers do (start-9)', async () => {
    allow();
    await runScript();
    const first = page.zE;
    delete page.zE;
    await runScript();
    expect(page.zE).not.toBe(first);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('starts where the page skips it no longer, with the calls made until then (start-4)', async () => {
    await runScript();
    const undo = page.zE?.('messenger', 'open');
    page.zE?.('messenger:set', 'zIndex', 7);
    (undo as () => void)();
    allow();
    await runScript();
    expect(page.zE?.porch).toBe(document.documentElement);
    expect(Array.from(page.zE?.q ?? [], (call) => [...(call as [])])).toEqual([
      ['messenger:set', 'zIndex', 7],
    ]);
  });

  it('is skipped by true and nothing else (start-4)', async () => {
    allow();
    const odd = [false, undefined, null, 'true', 1, {}];
    for (const skip of odd) {
      delete page.zE;
      page.zEMessenger = { skip };
      await runScript();
    }
    expect(fetch).toHaveBeenCalledTimes(odd.length);
  });

  it('keeps the calls of a page that skips it from failing, and makes nothing', async () => {
    const frames = document.querySelectorAll('iframe').length;
    await runScript();
    expect(() => page.zE?.('messenger', 'open')).not.toThrow();
    await flush();
    expect(document.querySelectorAll('iframe').length).toBe(frames);
    expect(document.querySelector('[data-porch]')).toBeNull();
  });

  it('says so where no host can be found (start-7)', async () => {
    delete page.zEMessenger;
    await runScript('file:///home/me/porch.js');
    expect(errors.mock.calls).toEqual([['Porch:', 'Missing zendeskHost config param.']]);
  });
});
