import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../src/features/analytics/analytics';
import { createLauncher } from '../../src/launcher/launcher';
import { decodeLauncherConfig } from '../../src/wire/launcherConfig';
import { handoverOf } from '../support/handover';

/** The browser renders the page, which the visitor has opened or not. */
const say = ({ opened }: { opened: boolean }) =>
  Object.defineProperty(Document.prototype, 'prerendering', { configurable: true, get: () => !opened });
const undos: (() => void)[] = [];
let posts: string[] = [];

beforeEach(() => {
  posts = [];
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  vi.stubGlobal('Request', { prototype: { keepalive: true } });
  vi.stubGlobal('fetch', async (url: string) => {
    posts.push(new URL(url).pathname);
    return { status: 204 };
  });
});
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
  vi.restoreAllMocks();
  Reflect.deleteProperty(Document.prototype, 'prerendering');
});

const openPage = () => {
  const messenger = { analytics: true };
  const handover = handoverOf({ config: { messenger } });
  const launcher = createLauncher({ ...handover, config: {} });
  undos.push(() => launcher.dispose());
  const config = decodeLauncherConfig({ messenger });
  return { launcher, config, handover: { ...handover, launcher } as never };
};

describe('a page that the browser renders ahead', () => {
  it('is counted when the visitor opens it, once (stats-1)', () => {
    say({ opened: false });
    const { launcher, handover, config } = openPage();
    start(launcher, handover, config);
    expect(posts).toEqual([]);
    say({ opened: true });
    for (const _ of [1, 2]) document.dispatchEvent(new Event('prerenderingchange'));
    expect(posts).toEqual(['/frontendevents/pv']);
  });

  it('is not counted where its widget is gone by then', () => {
    say({ opened: false });
    const { launcher, handover, config } = openPage();
    start(launcher, handover, config);
    launcher.dispose();
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(posts).toEqual([]);
  });
});
