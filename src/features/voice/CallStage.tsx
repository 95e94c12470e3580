import { Drawing } from '../../ui/primitives/Drawing';
import { clock, PHONE } from './texts';
import type { VoiceViewProps } from './viewProps';

/** What happens now, in a key of `locales/`. */
const stepOf = ({ callInProgress, callReady, unstable }: VoiceViewProps['state']): string => {
  if (unstable) return 'voice.unstable';
  if (callInProgress) return 'voice.frame';
  return callReady ? 'voice.ringing' : 'voice.microphone';
};

/** A call that is made or under way. */
export const CallStage = ({ state, words, actions }: VoiceViewProps) => {
  const { t, locale } = words;
  const { callInProgress, callMuted, timeInCall } = state;
  return (
    <section data-calls={!callInProgress || state.unstable || undefined}>
      <span>
        <Drawing path={PHONE} size={40} />
      </span>
      <p role="status">{t(stepOf(state))}</p>
      {callInProgress && (
        <time role="timer" dateTime={`PT${timeInCall}S`}>
          {clock(locale, timeInCall)}
        </time>
      )}
      <p role="alert">{state.unplugged ? t('voice.no_device') : ''}</p>
      {state.blocked && (
        <button type="button" data-main onClick={actions.play}>
          {t('voice.listen')}
        </button>
      )}
      <div>
        {state.callReady && (
          <button type="button" aria-pressed={callMuted} onClick={() => actions.mute(!callMuted)}>
            {t('voice.mute')}
          </button>
        )}
        <button type="button" data-end onClick={actions.end}>
          {t('voice.end')}
        </button>
      </div>
    </section>
  );
};
