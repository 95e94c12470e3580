import { Avatar } from '../../ui/primitives/Avatar';
import { Drawing } from '../../ui/primitives/Drawing';
import { clock, MICROPHONE, MUTED, PHONE } from './texts';
import type { VoiceViewProps } from './viewProps';
import type { CallState } from './voiceState';

/** What happens now, in a key of `locales/`. */
const stepOf = (call: CallState): string => {
  if (call === 'unstable') return 'voice.unstable';
  if (call === 'talking') return 'voice.frame';
  return call === 'ringing' ? 'voice.ringing' : 'voice.microphone';
};

/** A call that is made or under way: with whom, for how long, and its two round buttons. */
export const CallStage = ({ state, words, actions }: VoiceViewProps) => {
  const { t, locale } = words;
  const { agent, call, callMuted, timeCallStarted, timeInCall } = state;
  return (
    <section data-calls={call !== 'talking' || undefined}>
      {agent ? (
        <Avatar name={agent.name} url={agent.avatarUrl} size={96} />
      ) : (
        <span>
          <Drawing path={PHONE} size={40} />
        </span>
      )}
      {agent && <h2 dir="auto">{agent.name}</h2>}
      <p role="status">{t(stepOf(call))}</p>
      {timeCallStarted !== undefined && (
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
      <div data-round>
        {call !== 'started' && (
          <button type="button" aria-pressed={callMuted} onClick={() => actions.mute(!callMuted)}>
            <Drawing path={callMuted ? MUTED : MICROPHONE} size={24} />
            {t('voice.mute')}
          </button>
        )}
        <button type="button" data-end onClick={actions.end}>
          <Drawing path={PHONE} size={24} />
          {t('voice.end')}
        </button>
      </div>
    </section>
  );
};
