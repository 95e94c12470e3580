import { createArea } from '../../../src/features/campaigns/area';
import { decodeCampaigns } from '../../../src/features/campaigns/decode';
import { createPreviewCard } from '../../../src/features/unreadBadge/previewCard';
import type { Words } from '../../../src/i18n/words';
import { BUBBLE_PATH, drawIcon } from '../../../src/launcher/icons';
import { surfaceCss } from '../../../src/launcher/styles';
import { faceOf } from '../../../src/model/faces';
import type { CardFrame } from '../../../src/platform/frames';
import { adoptSheet } from '../../../src/platform/sheets';
import type { LauncherConfig } from '../../../src/wire/config';
import { decodeLauncherConfig } from '../../../src/wire/launcherConfig';
import type { DrawnCard, Look } from './card';

const nothing = () => {};
/** Draws at once. */
const CLOCK = {
  now: () => 0,
  after: (_ms: number, task: () => void) => {
    task();
    return nothing;
  },
};

/** Applies the CSS rules of the launcher's host to the document's root element. */
const aboutRoot = (sheet: CSSStyleSheet) => {
  const css = [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
  sheet.replaceSync(css.replace(/:host\((\[.+?\])\)/g, ':root$1'));
};

/** The document replaces the launcher's shadow root, so that tests see its content. */
const rootOf = (doc: Document) =>
  ({
    host: doc.documentElement,
    get adoptedStyleSheets() {
      return doc.adoptedStyleSheets;
    },
    set adoptedStyleSheets(sheets) {
      doc.adoptedStyleSheets = sheets;
      const latest = sheets.at(-1);
      if (latest) aboutRoot(latest);
    },
    get activeElement() {
      return doc.activeElement;
    },
    insertBefore: (node: Node, before: Node | null) => doc.body.insertBefore(node, before),
  }) as unknown as ShadowRoot;

/** Draws an element above the launcher. @returns a function that hides it */
type Above = (
  surface: { root: ShadowRoot; button: HTMLElement },
  host: Window,
  config: LauncherConfig,
) => () => void;

/** Draws a publisher's page with the launcher and the element above it. */
const draw = (frame: CardFrame, above: Above, words: Words, look: Look) => {
  const { window: host, document: doc } = frame;
  const config = decodeLauncherConfig({
    messenger: {
      color: { action: look.action },
      theme: { scheme: look.scheme },
      position: look.side,
      launcher: {
        words: { campaign: words.t('campaign.message'), dismiss: words.t('message.dismiss') },
      },
    },
  });
  const before = doc.adoptedStyleSheets;
  const { style } = doc.documentElement;
  Object.assign(doc.documentElement, { dir: words.rtl ? 'rtl' : 'ltr', lang: words.locale });
  // The launcher's host has these.
  style.setProperty('--a', look.action);
  style.setProperty('--z', '1');
  doc.documentElement.dataset.scheme = look.scheme;
  style.colorScheme = look.scheme;
  adoptSheet(doc, host, surfaceCss(config));
  const page = doc.createElement('main');
  page.append(Object.assign(doc.createElement('h1'), { textContent: 'Tidewater Canoes' }));
  page.style.font = '400 16px/24px system-ui, sans-serif';
  const button = doc.createElement('button');
  button.className = 'l';
  button.dir = doc.documentElement.dir;
  button.setAttribute('aria-label', words.t('launcher_open'));
  drawIcon(button, BUBBLE_PATH);
  doc.body.append(page, button);
  const hide = above({ root: rootOf(doc), button }, host, config);
  return () => {
    hide();
    button.remove();
    page.remove();
    doc.adoptedStyleSheets = before;
  };
};

const campaign =
  (text: string): Above =>
  (surface, host, config) => {
    const area = createArea(surface, host, config, CLOCK, { press: nothing, dismiss: nothing });
    const [shown] = decodeCampaigns([{ id: 'gallery', jwt: 'gallery', name: 'Mara', text }]);
    if (shown) area.show(shown);
    return area.hide;
  };

const preview =
  ({ text, unread }: PreviewState, words: Words): Above =>
  (surface, host, config) => {
    const card = createPreviewCard(surface, host, config, CLOCK, { press: nothing, dismiss: nothing });
    card.show({
      name: 'Mara Lind',
      face: faceOf({ name: 'Mara Lind' }, { title: '' }),
      text,
      count: unread > 1 ? words.plural('unread_messages', unread) : '',
      label: words.t('log_unread_divider'),
      dismiss: words.t('message.dismiss'),
      rtl: words.rtl,
    });
    return card.hide;
  };

/** The preview of an unread message: its text, and how many are unread. */
export type PreviewState = { text: string; unread: number };

/** Draws the message of a campaign, or the preview of an unread message, above the launcher. */
export const drawAboveLauncher = (
  frame: CardFrame,
  shown: { campaign?: string; preview?: PreviewState },
  words: Words,
  look: Look,
): DrawnCard => {
  const above = shown.preview ? preview(shown.preview, words) : campaign(shown.campaign ?? '');
  let undo = draw(frame, above, words, look);
  return {
    paint(next) {
      undo();
      undo = draw(frame, above, words, next);
    },
    undo: () => undo(),
  };
};
