import { Drawing } from '../../ui/primitives/Drawing';
import type { CallProblem } from './engine';
import { clock, PHONE, waitText } from './texts';
import type { VoiceViewProps } from './viewProps';

const PROBLEMS: Record<CallProblem, string> = {
  refused: 'voice.refused',
  noDevice: 'voice.no_device',
  noAnswer: 'voice.no_answer',
  lost: 'voice.failed',
};

/** The line without a call: whether an agent is there, the question about recording, and how the last call ended. */
export const LineStage = ({ state, words, actions }: VoiceViewProps) => {
  const { t, locale } = words;
  const allows = state.userRecordingConsentAction === 'opted_in';
  const { agentOnline, averageWaitTime, callFailed, recordingConsentSetting } = state;
  // How the last call ended is one message; that it can be made again, its button says.
  const over = state.callEnded || callFailed;
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
          {t('list.retry')}
        </button>
      </section>
    );
  return (
    <section>
      <span>
        <Drawing path={PHONE} size={40} />
      </span>
      {state.callEnded && (
        <p role="status">
          {t('voice.ended')}
          {state.timeInCall > 0 && ` · ${clock(locale, state.timeInCall)}`}
        </p>
      )}
      {callFailed && <p role="alert">{t(PROBLEMS[callFailed])}</p>}
      {!(agentOnline ? over : callFailed === 'noAnswer') && (
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
