import { Drawing } from '../../ui/primitives/Drawing';
import { clock, PHONE, waitText } from './texts';
import type { VoiceViewProps } from './viewProps';
import type { CallState } from './voiceState';

const NO_ANSWER = 'voice.no_answer';
const PROBLEMS: Partial<Record<CallState, string>> = {
  refused: 'voice.refused',
  noDevice: 'voice.no_device',
  declined: NO_ANSWER,
  noAnswer: NO_ANSWER,
  gone: 'voice.failed',
  lost: 'voice.failed',
  failed: 'voice.failed',
};

/**
 * The line without a call: whether an agent is available, the question about recording, and how the last call ended.
 */
export const LineStage = ({ state, words, actions }: VoiceViewProps) => {
  const { t, locale } = words;
  const allows = state.userRecordingConsentAction === 'opted_in';
  const { agentOnline, averageWaitTime, recordingConsentSetting } = state;
  // How the last call ended is one message; the button shows that it can be made again.
  const over = state.call !== 'none';
  const problem = PROBLEMS[state.call];
  if (state.loading)
    return (
      <section data-waits aria-hidden="true">
        <span />
        <p />
        <p />
      </section>
    );
  if (state.errorLoadingConfig)
    return (
      <section>
        <p role="alert">{t('card_load_failed')}</p>
        <button type="button" data-main onClick={actions.retry}>
          {t('retry')}
        </button>
      </section>
    );
  return (
    <section>
      <span>
        <Drawing path={PHONE} size={40} />
      </span>
      {over && !problem && (
        <p role="status">
          {t('voice.ended')}
          {state.timeInCall > 0 && ` · ${clock(locale, state.timeInCall)}`}
        </p>
      )}
      {problem && <p role="alert">{t(problem)}</p>}
      {!(agentOnline ? over : problem === NO_ANSWER) && (
        <p role="status">{t(agentOnline ? 'voice.online' : 'voice.offline')}</p>
      )}
      {agentOnline && !over && averageWaitTime !== undefined && (
        <small>{t('wait.time', { time: waitText(locale, averageWaitTime) })}</small>
      )}
      {agentOnline && recordingConsentSetting && (
        <button
          type="button"
          role="switch"
          aria-checked={allows}
          onClick={() => actions.answerRecording(!allows)}
        >
          <i aria-hidden="true" />
          {t('voice.recording')}
        </button>
      )}
      <button
        type="button"
        {...(agentOnline ? { 'data-main': true, onClick: actions.start } : { onClick: actions.retry })}
      >
        {t(agentOnline ? 'voice.start' : 'retry')}
      </button>
    </section>
  );
};
