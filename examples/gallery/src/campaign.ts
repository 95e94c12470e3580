import { createArea } from '../../../src/features/campaigns/area';
import { decodeCampaigns } from '../../../src/features/campaigns/decode';
import type { Words } from '../../../src/i18n/words';
import { BUBBLE_PATH, drawIcon } from '../../../src/launcher/icons';
import { surfaceCss } from '../../../src/launcher/styles';
import type { CardFrame } from '../../../src/platform/frames';
import { adoptSheet } from '../../../src/platform/sheets';
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

/** The document in place of the launcher's shadow root, so that tests see what is in it. */
const rootOf = (doc: Document) =>
  ({
    get adoptedStyleSheets() {
      return doc.adoptedStyleSheets;
    },
    set adoptedStyleSheets(sheets) {
      doc.adoptedStyleSheets = sheets;
    },
    get activeElement() {
      return doc.activeElement;
    },
    insertBefore: (node: Node, before: Node | null) => doc.body.insertBefore(node, before),
  }) as unknown as ShadowRoot;

const draw = ({ window: host, document: doc }: CardFrame, text: string, words: Words, look: Look) => {
  const config = decodeLauncherConfig({
    messenger: {
      color: { action: look.action },
      theme: { scheme: look.scheme },
      position: look.side,
      launcher: {
        words: { campaign: words.t('campaign.message'), dismiss: words.t('campaign.dismiss') },
      },
    },
  });
  const before = doc.adoptedStyleSheets;
  const { style } = doc.documentElement;
  Object.assign(doc.documentElement, { dir: words.rtl ? 'rtl' : 'ltr', lang: words.locale });
  // The launcher's host has these.
  style.setProperty('--a', look.action);
  style.setProperty('--z', '1');
  style.colorScheme = look.scheme;
  adoptSheet(doc, host, surfaceCss(config));
  // A page of a publisher below it.
  const page = doc.createElement('main');
  page.append(Object.assign(doc.createElement('h1'), { textContent: 'Tidewater Canoes' }));
  const button = doc.createElement('button');
  button.className = 'l';
  button.dir = doc.documentElement.dir;
  button.setAttribute('aria-label', words.t('launcher_open'));
  button.append(drawIcon(doc, BUBBLE_PATH));
  doc.body.append(page, button);
  const area = createArea({ root: rootOf(doc), button }, host, config, CLOCK, {
    press: nothing,
    dismiss: nothing,
  });
  const [campaign] = decodeCampaigns([{ id: 'gallery', jwt: 'gallery', name: 'Mara', text }]);
  if (campaign) area.show(campaign);
  return () => {
    area.hide();
    button.remove();
    page.remove();
    doc.adoptedStyleSheets = before;
  };
};

/** Draws the message of a campaign above the launcher. */
export const drawCampaign = (frame: CardFrame, text: string, words: Words, look: Look): DrawnCard => {
  let undo = draw(frame, text, words, look);
  return {
    paint(next) {
      undo();
      undo = draw(frame, text, words, next);
    },
    undo: () => undo(),
  };
};
