import { signal } from '@preact/signals-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FeatureDeps } from '../../src/conversation/featureDeps';
import { createAppearance } from '../../src/features/appearance/appearance';
import { createWords } from '../../src/i18n/words';
import type { FrameStyles } from '../../src/platform/sheets';
import { createLocale } from '../../src/slices/locale';

const undos: (() => void)[] = [];
afterEach(() => {
  for (const undo of undos.splice(0)) undo();
});

/** A frame that records the text of its style sheets. */
const createFrame = () => {
  const sheets: { text: string }[] = [];
  const styles = {
    adopt() {
      const sheet = {
        text: '',
        replaceSync(text: string) {
          sheet.text = text;
        },
      };
      sheets.push(sheet);
      return sheet;
    },
  } as unknown as FrameStyles;
  return { styles, css: () => sheets.map((s) => s.text).join(''), sheets };
};

const start = (raw: object, systemDark = false, surface?: HTMLElement) => {
  const query = Object.assign(new EventTarget(), { matches: systemDark });
  const document = { querySelector: () => surface };
  const host = { matchMedia: () => query, document } as unknown as Window;
  const frame = createFrame();
  const frames = signal<readonly FrameStyles[]>([frame.styles]);
  const report = vi.fn();
  const deps = {
    slices: { settings: { raw }, locale: createLocale() },
    host,
    colours: { frames },
    report,
    onDispose: (undo: () => void) => void undos.push(undo),
  } as unknown as FeatureDeps;
  const misuse = vi.fn();
  const part = createAppearance(deps);
  return {
    part,
    deps,
    frame,
    frames,
    report,
    misuse,
    query,
    customize: (v: unknown) => part.customize(v, misuse),
  };
};
const scheme = (css: string) => /color-scheme:(\w+)/.exec(css)?.[1];

describe('the theme', () => {
  it('is light by default', () => {
    expect(scheme(start({}).frame.css())).toBe('light');
  });

  it('follows the system’s changes with scheme auto', () => {
    const { frame, query } = start({ theme: { scheme: 'auto' } });
    expect(scheme(frame.css())).toBe('light');
    query.matches = true;
    query.dispatchEvent(new Event('change'));
    expect(scheme(frame.css())).toBe('dark');
  });

  it('is dark with scheme dark on any system', () => {
    expect(scheme(start({ theme: { scheme: 'dark' } }).frame.css())).toBe('dark');
    expect(scheme(start({ theme: { scheme: 'light' } }, true).frame.css())).toBe('light');
  });

  it('tells the cards beside the launcher the scheme of a call, and leaves theirs to them until then', async () => {
    const surface = document.createElement('div');
    surface.attachShadow({ mode: 'open' });
    const { customize } = start({ theme: { scheme: 'light' } }, false, surface);
    expect(surface.dataset.scheme).toBeUndefined();
    for (const scheme of ['dark', 'auto'] as const) {
      await customize({ theme: { scheme } });
      expect(surface.dataset.scheme).toBe(scheme);
    }
    await customize({ theme: { action: '#123456' } });
    expect(surface.dataset.scheme).toBe('auto');
  });

  it('uses the configuration’s colours, radius and scale (layout-18)', async () => {
    const { part, frame } = start({
      color: { primary: 'rgb(10, 20, 30)' },
      borderRadius: 0,
      common: { contentScale: 150 },
    });
    await part.ready();
    const css = frame.css();
    expect(css).toContain('[data-on=header]{--surface:rgb(10,20,30)');
    expect(css).toContain('--panel:0px;--bubble:0px');
    expect(css).toContain('zoom:1.5');
  });

  it('keeps text boxes at 16 px or more at any scale (layout-17)', async () => {
    const small = start({ theme: { fontSize: 12 } }).frame.css();
    expect(small).toContain(':root:root{font-size:12px}:root body{font-size:1rem');
    expect(small).not.toContain('--input');
    const half = start({ common: { contentScale: 50 }, theme: { fontSize: 20 } });
    await half.part.ready();
    expect(half.frame.css()).toContain('--input:max(32px,1rem)');
    expect(half.frame.css()).toContain(':root:root{font-size:20px}');
  });

  it('applies a call to what is drawn and keeps the rest (conf-6)', async () => {
    const { frame, customize, misuse } = start({ theme: { action: '#123456', scheme: 'dark' } });
    await customize({ theme: { message: '#654321' } });
    expect(frame.css()).toContain('--message:rgb(101,67,33)');
    expect(frame.css()).toContain('--action:rgb(18,52,86)');
    expect(scheme(frame.css())).toBe('dark');
    await customize({ common: { hideHeader: true } });
    await customize({ common: { contentScale: 120 } });
    expect(frame.css()).toContain('--message:rgb(101,67,33)');
    expect(frame.css()).toContain(':root [data-on=header]{min-height:0');
    expect(frame.css()).toContain('zoom:1.2');
    expect(misuse).not.toHaveBeenCalled();
    // One sheet for colors and one for everything else.
    expect(frame.sheets).toHaveLength(2);
  });

  it.each([
    undefined,
    null,
    'dark',
    7,
    { theme: { action: 'red;}*{display:none}' } },
    { theme: 'x' },
    { nothing: 1, theme: { x: 1 } },
    [],
    { position: 'left' },
  ])('reports %j and changes nothing', async (value) => {
    const { frame, customize, misuse } = start({});
    const before = frame.css();
    await customize(value);
    expect(frame.css()).toBe(before);
    expect(misuse).toHaveBeenCalledTimes(1);
    expect(misuse.mock.calls[0]?.[0]).toMatch(/^customization: /);
  });

  it.each([
    [{ theme: { message: 'nonsense' } }, 'theme.message must be a hex or rgb color.'],
    [{ theme: { conversationListBackground: '#fff' } }, 'theme.conversationListBackground is unknown.'],
    [{ theme: { fontSize: 99 } }, 'theme.fontSize must be a number from 12 to 24.'],
    [{ color: 7 }, 'color must be an object.'],
    [{ labels: { 'a b': 'x' } }, 'labels.a b must be a string.'],
    [{ common: { contentScale: 1.5 } }, 'common.contentScale must be a number from 50 to 200.'],
    [{ messageLog: { avatar: { size: 1e6 } } }, 'messageLog.avatar.size must be a number from 16 to 64.'],
    [{ messageLog: { x: 1 } }, 'messageLog.x is unknown.'],
    [{ position: 'left' }, 'position must be an object.'],
  ])('leaves out the wrong field of %j, and applies the others (conf-7)', async (wrong, problem) => {
    const { frame, customize, misuse } = start({});
    const { theme, ...others } = wrong as { theme?: object };
    await customize({ ...others, theme: { ...theme, action: '#123456' }, borderRadius: 3 });
    expect(frame.css()).toContain('--action:rgb(18,52,86)');
    expect(misuse).toHaveBeenCalledTimes(1);
    expect(misuse).toHaveBeenCalledWith(`customization: ${problem}`);
  });

  it('applies calls in order while its code loads', async () => {
    const { frame, customize } = start({});
    const first = customize({ theme: { action: '#111111' }, conversationList: { hideTimestamp: true } });
    const second = customize({ theme: { action: '#222222' } });
    await Promise.all([first, second]);
    expect(frame.css()).toContain('--action:rgb(34,34,34)');
    expect(frame.css()).toContain(':root [data-list]{--time:none}');
  });

  it('draws the publisher’s success and error colours readably', () => {
    const plain = start({ theme: { error: '#b00020' } }).frame.css();
    expect(plain).not.toMatch(/data-note|--alert/);
    const css = start({ theme: { error: '#b00020', onError: '#b00021', success: '#dfd' } }).frame.css();
    expect(css).toMatch(/--alert:rgb\(176,0,32\);--onAlert:rgb\((?!176,0)/);
    expect(css).toContain('[data-note=back]{background:rgb(221,255,221);color:rgb(0,0,0)}');
  });

  it('colours the text of secondary buttons on each surface, readably', () => {
    const css = start({ theme: { onSecondaryAction: '#0b3d91', card: '#0b3d90' } }).frame.css();
    expect(css).toMatch(/^:root:root\{[^}]*--secondary:rgb\(11,61,145\)/);
    expect(css).toMatch(/\[data-on=card\]\{[^}]*--secondary:rgb\((?!11,61,145)/);
  });

  it('dresses every frame, those that come later too', async () => {
    const { frames, frame, customize } = start({});
    const later = createFrame();
    frames.value = [frame.styles, later.styles];
    expect(later.css()).toBe(frame.css());
    await customize({ theme: { action: '#123456' } });
    expect(later.css()).toContain('--action:rgb(18,52,86)');
  });

  it('uses the valid fields of a configuration and reports the others', () => {
    const { frame, report } = start({
      theme: { action: '#123456', message: 'url(//evil)', scheme: 'night' },
    });
    expect(frame.css()).toContain('--action:rgb(18,52,86)');
    expect(frame.css()).not.toContain('evil');
    expect(report.mock.calls.map(([m]) => m)).toEqual([
      "The configuration's theme.message must be a hex or rgb color.",
      "The configuration's theme.scheme must be light, dark or auto.",
    ]);
  });

  it('is ready once the calls until then have taken effect', async () => {
    const { part, frame } = start({});
    void part.customize({ theme: { primary: '#123456' }, layout: { contentScale: 150 } }, () => {});
    await part.ready();
    expect(frame.css()).toContain('[data-on=header]{--surface:rgb(18,52,86)');
  });

  it('says once which labels do not exist, and those of features once their words are there', async () => {
    const { deps, customize, report } = start({});
    const words = (more: object) => createWords('en-us', { retry: 'Try again', ...more }, () => {});
    deps.slices.locale.set(words({}));
    await customize({
      labels: { retry: 'Again', retri: 'Again', 'voice.strat': 'Call', unread_messages: 'New' },
    });
    const said = () => report.mock.calls.flat();
    await vi.waitFor(() => expect(said()).toHaveLength(1));
    expect(said()).toEqual([`There is no label 'retri'; see locales/en-us.json.`]);
    deps.slices.locale.set(words({ 'voice.offline': 'Nobody', 'voice.start': 'Call' }));
    await vi.waitFor(() => expect(said()).toHaveLength(2));
    expect(said().slice(1)).toEqual([`There is no label 'voice.strat'; see locales/en-us.json.`]);
  });

  it('says it of each messenger of the page', async () => {
    for (const { deps, customize, report } of [start({}), start({})]) {
      deps.slices.locale.set(createWords('en-us', {}, () => {}));
      await customize({ labels: { retri: 'Again' } });
      await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(1));
    }
  });
});
