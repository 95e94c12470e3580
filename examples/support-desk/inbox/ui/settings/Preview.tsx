import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LOCALES, languageName } from '../../model/settings/languages';
import { placeOf } from '../../platform/place';
import { useDesk } from '../parts/view';

/** The screens of the preview, in CSS pixels. */
const SCREENS = {
  computer: { label: 'Computer', width: 960, height: 780 },
  phone: { label: 'Phone', width: 390, height: 780 },
} as const;
type Screen = keyof typeof SCREENS;

/**
 * Scales the frame so that its whole width is visible.
 * @returns the ref of the available space, and whether that is shown: a widget without a layout measures nothing
 */
const useFit = (screen: Screen) => {
  const stage = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const { width, height } = SCREENS[screen];
    const fit = (): void => {
      const { clientWidth } = element;
      setShown(clientWidth > 0);
      element.style.setProperty('--frame-width', `${width}px`);
      element.style.setProperty('--frame-height', `${height}px`);
      element.style.setProperty('--frame-scale', String(Math.min(1, clientWidth / width)));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [screen]);
  return [stage, shown] as const;
};

/**
 * Whether the preview's window is open, as its page reports.
 * @returns it, and a setter for the time until the page reports
 */
const useOpen = (frame: { current: HTMLIFrameElement | null }) => {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent): void => {
      if (source !== frame.current?.contentWindow) return;
      if (data === 'porch-preview:open' || data === 'porch-preview:closed')
        setOpen(data === 'porch-preview:open');
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);
  return [open, setOpen] as const;
};

/**
 * Whether the agent has entered the preview, by the pointer or its button. Until then the Tab key skips it: the focus
 * would stay in the preview's open window.
 * @returns it, and its setter
 */
const useEntered = () => {
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    const leave = ({ target }: FocusEvent): void => {
      if (!(target as Element).closest('.settings-preview')) setEntered(false);
    };
    document.addEventListener('focusin', leave);
    return () => document.removeEventListener('focusin', leave);
  }, []);
  return [entered, () => setEntered(true)] as const;
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

/** A frame whose pages are not entries of the history: Back leaves the settings, not the frame's newest page. */
const PreviewFrame = ({
  frame,
  address,
  inert,
}: {
  frame: RefObject<HTMLIFrameElement | null>;
  address: string;
  inert: boolean;
}) => {
  useLayoutEffect(() => frame.current?.contentWindow?.location.replace(address), [address]);
  return <iframe ref={frame} title="Page with the messenger" inert={inert} />;
};

/** The real widget with the form's content, on its own page. */
export const Preview = () => {
  const { preview, campaigns } = useDesk().workspace.settings;
  const ofCampaign = campaigns.selected.value !== undefined;
  const [screen, setScreen] = useState<Screen>('computer');
  const [locale, setLocale] = useState('');
  const frame = useRef<HTMLIFrameElement>(null);
  const [address, setAddress] = useState('');
  const [open, setOpen] = useOpen(frame);
  const [entered, enter] = useEntered();
  const [stage, shown] = useFit(screen);
  const draft = preview.draft.value;
  // Read once for each revision: opening the window must not restart the widget.
  const wasOpen = useRef(open);
  wasOpen.current = open;
  const key = draft && `${draft.id} ${draft.revision} ${locale} ${screen}`;
  useLayoutEffect(() => {
    if (!draft) return setAddress('');
    const query = new URLSearchParams({
      draft: draft.id,
      revision: String(draft.revision),
      // The open window hides the message.
      ...(wasOpen.current && !ofCampaign ? { open: '1' } : {}),
      ...(locale ? { locale } : {}),
      screen,
    });
    if (ofCampaign) setOpen(false);
    setAddress(placeOf(`preview/?${query}`));
  }, [key]);

  const toggle = (): void => {
    enter();
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
          ? 'The preview does not show your last changes.'
          : 'Only you see this page. Messages you send here go to the inbox.'}
      </p>
      <div class="preview-stage" ref={stage} data-screen={screen} onPointerEnter={enter}>
        {shown && address && <PreviewFrame key={screen} frame={frame} address={address} inert={!entered} />}
      </div>
    </section>
  );
};
