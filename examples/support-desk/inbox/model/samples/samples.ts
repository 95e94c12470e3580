import { BUTTONS } from './buttons';
import { CARDS } from './cards';
import type { Sample } from './sample';
import { TEXTS } from './texts';

/** The sample messages in the order of the inbox's menu. */
export const SAMPLES: readonly Sample[] = [...TEXTS, ...BUTTONS, ...CARDS];
