import type { Sample } from './sample';
import { BUTTONS } from './sampleButtons';
import { CARDS } from './sampleCards';
import { TEXTS } from './sampleTexts';

export const SAMPLES: readonly Sample[] = [...TEXTS, ...BUTTONS, ...CARDS];
