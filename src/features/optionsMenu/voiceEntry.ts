import { signal } from '@preact/signals-react';
import type { MenuEntry } from '../../conversation/featureRow';
import type { MenuDeps } from './option';

/** Opens the voice card, where the account takes calls. */
export const voiceEntry = (deps: MenuDeps): MenuEntry => ({
  label: 'voice.title',
  available: signal(deps.slices.settings.raw.voiceEnabled === true),
  run: async () => (await import('../../conversation/askedFeatures')).openVoice(deps),
});
