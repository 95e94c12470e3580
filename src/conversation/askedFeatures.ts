import type { VoiceDeps } from '../features/voice/voice';
import type { Needs } from './featureDeps';

/**
 * Opens the voice card, whose feature loads when an entry of the menu or a call of the page first asks for it.
 * Rejects when it cannot be loaded.
 */
export const openVoice = async (deps: VoiceDeps & Needs<'words'>, lineId?: string): Promise<void> => {
  const { router } = deps.slices;
  router.voice ??= Promise.all([import('../features/voice/voice'), deps.words.more()]).then(([file]) =>
    file.createVoice(deps),
  );
  try {
    await (await router.voice).open(lineId);
  } catch (cause) {
    router.voice = undefined;
    throw cause;
  }
};
