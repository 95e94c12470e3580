import type { Realm } from '../platform/frames';
import type { LauncherConfig } from '../wire/config';
import type { Handover } from './handover';
import { whenOpen } from './whenOpen';

/**
 * Stores what the visitor has typed and not sent, until the card is drawn. Then `conversation/composer/keepDraft.ts` takes
 * it over. The text of an earlier page comes first, and only the card shows it.
 * @param handover its launcher has the text box; without a launcher, nothing is stored
 * @param realm its storage and observer are used, as the page may have replaced its own
 */
export const keepTyped = ({ launcher, config }: Handover, realm: Realm): void => {
  if (!launcher) return;
  const element = launcher.root.host as HTMLElement;
  const { integrationId, conversationHistory } = (config as { messenger: LauncherConfig }).messenger;
  const key = `ZD-${integrationId}.typed`;
  let earlier: string | undefined;
  whenOpen(launcher, realm, async () => {
    const { card, textBox } = await launcher.home();
    const { form, box } = textBox;
    const skeleton = card.firstChild;
    if (form.oninput || skeleton === form) return;
    const keep = () => {
      if (!skeleton?.isConnected || /no|fa/.test(element.dataset.cookies as string)) return;
      const text = box.value;
      try {
        const storage = realm[conversationHistory === 'remember' ? 'localStorage' : 'sessionStorage'];
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
    // Sending empties the box without an `input` event. The card may be drawn before the key is released.
    form.oninput = form.onkeydown = form.onclick = keep;
  });
};
