import type { LauncherConfig } from '../wire/config';
import type { Handover } from './handover';

/**
 * Stores what the visitor has typed, and not sent, until the card is drawn: its drafts go on from there
 * (conversation/composer/keepDraft.ts). The text of an earlier page comes first; only the card can show it.
 */
export const keepTyped = (launcher: NonNullable<Handover['launcher']>, config: unknown): void => {
  const { home, drawn } = launcher;
  const { integrationId, conversationHistory } = (config as { messenger: LauncherConfig }).messenger;
  const key = `ZD-${integrationId}.typed`;
  let earlier: string | undefined;
  let isOver = false;
  launcher.drawn = () => {
    isOver = true;
    drawn();
  };
  launcher.home = async () => {
    const frame = await home();
    const { form, box } = frame.textBox;
    const keep = () => {
      if (isOver || /no|fa/.test((launcher.root.host as HTMLElement).dataset.cookies as string)) return;
      const text = box.value;
      try {
        const storage = frame.window[conversationHistory === 'remember' ? 'localStorage' : 'sessionStorage'];
        const stored = storage[key] ?? '';
        // A new loader has copied into this box what the old one has stored.
        earlier ??= text.startsWith(stored) ? '' : stored;
        const typed = earlier && text ? `${earlier}\n${text}` : earlier || text;
        if (typed) storage[key] = typed;
        else delete storage[key];
      } catch {
        // Storage is blocked or full. This page still has the text.
      }
    };
    keep();
    // The keyboard and the button send, which leaves an empty box without an event of its own.
    form.oninput = form.onkeyup = form.onclick = keep;
    return frame;
  };
  if (launcher.isOpen()) void launcher.home();
};
