import type { createVoice, VoiceDeps } from '../features/voice/voice';
import type { Needs } from './featureDeps';

export type OpenVoiceDeps = VoiceDeps & Needs<'words'>;

/** The voice feature of each messenger. Each card has its own dependencies. */
const made = new WeakMap<VoiceDeps['delivery'], ReturnType<typeof createVoice>>();

/**
 * Opens the voice card, whose feature loads when an entry of the menu or a call of the page first asks for it. All
 * cards of a messenger share it; when its card has left the page, a new one is created. Rejects when it cannot be
 * loaded.
 */
export const openVoice = async (deps: OpenVoiceDeps, lineId?: string): Promise<void> => {
  const [file] = await Promise.all([import('../features/voice/voice'), deps.words.more()]);
  const known = made.get(deps.delivery);
  const voice = known?.root.isConnected ? known : file.createVoice(deps);
  made.set(deps.delivery, voice);
  return voice.open(lineId);
};
