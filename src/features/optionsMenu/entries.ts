import type { MenuEntry } from '../../conversation/featureRow';
import { endEntry } from './endEntry';
import type { MenuDeps } from './option';
import { transcriptEntry } from './transcriptEntry';
import { voiceEntry } from './voiceEntry';

/**
 * The menu's own entries: one row each, with the file that implements it. The header always shows the menu's button, so
 * at least one entry is always available, disabled if it does not apply yet. Other features declare their entry in their
 * own row of the registry of features; it is between these.
 */
export const FIRST: readonly ((deps: MenuDeps) => MenuEntry)[] = [voiceEntry];
export const LAST: readonly ((deps: MenuDeps) => MenuEntry)[] = [transcriptEntry, endEntry];
