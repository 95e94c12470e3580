import type { MenuEntry } from '../../conversation/featureRow';
import { endEntry } from './endEntry';
import type { MenuDeps } from './option';
import { transcriptEntry } from './transcriptEntry';
import { voiceEntry } from './voiceEntry';

/**
 * The menu's own entries, from top to bottom: one row each, with the file that implements it. The header always shows
 * the menu's button, so at least one entry is always available, disabled if it does not apply yet. Other features
 * declare their entry in their own row of the registry of features.
 */
export const ENTRIES: readonly ((deps: MenuDeps) => MenuEntry)[] = [voiceEntry, transcriptEntry, endEntry];
