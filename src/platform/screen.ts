import { listen } from './disposer';
import { adoptSheet } from './sheets';

/** A keyboard takes more of the screen than this, px; a browser's bars take less. */
const KEYBOARD = 120;

/** The publisher's page while a window of ours fills its screen. */
export const createScreen = (host: Window) => {
  const { document: doc, visualViewport: seen } = host;
  let locked: CSSStyleSheet | undefined;
  return {
    width: () => doc.documentElement.clientWidth,
    /** Stops the page from scrolling, without a trace in its elements, or lets it again. */
    lock(wanted: boolean) {
      if (wanted && !locked) locked = adoptSheet(doc, host, 'html,body{overflow:hidden!important}');
      if (wanted || !locked) return;
      doc.adoptedStyleSheets = doc.adoptedStyleSheets.filter((sheet) => sheet !== locked);
      locked = undefined;
    },
    /** What a phone's keyboard leaves of the screen, px; undefined where there is none, or where the visitor has zoomed in. */
    aboveKeyboard(): { top: number; bottom: number } | undefined {
      if (!seen || seen.scale > 1.01) return undefined;
      const bottom = host.innerHeight - seen.height - seen.offsetTop;
      return host.innerHeight - seen.height > KEYBOARD ? { top: seen.offsetTop, bottom } : undefined;
    },
    onResize(run: () => void): () => void {
      const offs = [listen(host, 'resize', run)];
      if (seen) offs.push(listen(seen, 'resize', run), listen(seen, 'scroll', run));
      return () => {
        for (const off of offs) off();
      };
    },
  };
};
