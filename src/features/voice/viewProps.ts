import type { Words } from '../../i18n/words';
import type { VoiceState } from './voiceState';

export type VoiceViewProps = {
  state: VoiceState;
  words: Words;
  actions: {
    retry(): void;
    answerRecording(yes: boolean): void;
    start(): void;
    mute(on: boolean): void;
    play(): void;
    end(): void;
  };
};
