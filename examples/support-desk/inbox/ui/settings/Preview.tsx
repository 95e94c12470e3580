import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LOCALES, languageName } from '../../model/settings/languages';
import { placeOf } from '../../place';
import { useDesk } from '../view';

/** The screens that the preview can have, in CSS pixels. */
const SCREENS = {
  computer: { label: 'Computer', width: 960, height: 780 },
  phone: { label: 'Phone', width: 390, height: 780 },
} as const;
type Screen = keyof typeof SCREENS;

/** Scales the frame so that its whole width is visible. @returns the ref of the space it has */
const useFit = (screen: Screen) => {
  const stage = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const { width, height } = SCREENS[screen];
    const fit = (): void => {
      const scale = Math.min(1, element.clientWidth / width || 1);
      element.style.setProperty('--frame-width', `${width}px`);
      element.style.setProperty('--frame-height', `${height}px`);
      element.style.setProperty('--frame-scale', String(scale));
    };
    fit();
    if (typeof ResizeObserver !== 'function') return undefined;
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [screen]);
  return stage;
};

/** What the preview's page tells: whether its window is open. */
const useOpenState = (frame: { current: HTMLIFrameElement | null }) => {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent): void => {
      if (source !== frame.current?.contentWindow) return;
      if (data === 'porch-preview:open') setOpen(true);
      if (data === 'porch-preview:closed') setOpen(false);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);
  return [open, setOpen] as const;
};

const Screens = ({ screen, onChange }: { screen: Screen; onChange(screen: Screen): void }) => (
  <fieldset class="views">
    <legend class="visually-hidden">Screen of the preview</legend>
    {(Object.keys(SCREENS) as Screen[]).map((name) => (
      <label key={name}>
        <input
          type="radio"
          name="preview-screen"
          class="visually-hidden"
          checked={screen === name}
          onChange={() => onChange(name)}
        />
        <span>{SCREENS[name].label}</span>
      </label>
    ))}
  </fieldset>
);

/** The real widget with what the form says, on a page of its own. */
export const Preview = () => {
  const { preview } = useDesk().workspace.settings;
  const [screen, setScreen] = useState<Screen>('computer');
  const [locale, setLocale] = useState('');
  const frame = useRef<HTMLIFrameElement>(null);
  const [open, setOpen] = useOpenState(frame);
  const stage = useFit(screen);
  const draft = preview.draft.value;
  // Read once for each revision: opening the window must not start the widget anew.
  const wasOpen = useRef(open);
  wasOpen.current = open;
  const key = draft && `${draft.id} ${draft.revision} ${locale} ${screen}`;
  const [address, setAddress] = useState('');
  useLayoutEffect(() => {
    if (!draft) return setAddress('');
    const query = new URLSearchParams({
      draft: draft.id,
      revision: String(draft.revision),
      ...(wasOpen.current ? { open: '1' } : {}),
      ...(locale ? { locale } : {}),
      screen,
    });
    setAddress(placeOf(`preview/?${query}`));
  }, [key]);

  const toggle = (): void => {
    const target = frame.current?.contentWindow;
    target?.postMessage(open ? 'porch-preview:close' : 'porch-preview:show', location.origin);
    setOpen(!open);
  };

  return (
    <section class="settings-preview" aria-label="Preview">
      <div class="preview-tools">
        <Screens screen={screen} onChange={setScreen} />
        <select
          aria-label="Language of the preview"
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
        >
          <option value="">Your language</option>
          {LOCALES.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
        <button type="button" class="button" onClick={toggle}>
          {open ? 'Close the window' : 'Open the window'}
        </button>
      </div>
      <p class="meta" role="status">
        {preview.behind.value
          ? 'The preview shows what could be used last.'
          : 'Not saved yet, and only you see it. What you write in it reaches the inbox.'}
      </p>
      <div class="preview-stage" ref={stage} data-screen={screen}>
        {address && <iframe ref={frame} title="Page with the messenger" src={address} key={screen} />}
      </div>
    </section>
  );
};
