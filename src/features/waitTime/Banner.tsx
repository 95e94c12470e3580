import type { ReadonlySignal } from '@preact/signals-react';
import { useHome } from '../../conversation/context';
import type { Words } from '../../i18n/words';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';
import type { WaitTimeConfig } from '../../wire/extras';
import type { Waiting } from './pollWaitTime';

const style = `
  flex:none;display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:0 16px;padding:8px 16px;
  border-bottom:1px solid var(--line);background:var(--elevated);
  font-size:.8125rem;line-height:1.125rem;text-align:center;font-variant-numeric:tabular-nums;
  & svg{flex:none;width:16px;height:18px;color:var(--quiet);}
  & svg{margin-inline-end:-8px;}
`;

const CLOCK = 'M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5zM10 6v4.25l2.75 1.75';

type WaitTimeProps = {
  config: WaitTimeConfig;
  waiting: ReadonlySignal<Waiting | undefined>;
  /** The name of the agent who took the conversation. */
  joined: ReadonlySignal<string | undefined>;
};

/**
 * A duration such as `5 minutes`; in hours above 90 minutes. At least one minute, because zero would be a
 * promise.
 */
const duration = (locale: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const long = minutes > 90;
  const format = { style: 'unit', unit: long ? 'hour' : 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, format).format(long ? Math.round(minutes / 60) : minutes);
};

/** What a queued visitor sees: place in the queue and expected wait, as the account allows. */
const waitIn = (words: Words, config: WaitTimeConfig, { position, responseTime }: Waiting): string[] => {
  const said: string[] = [];
  if (config.queuePositionEnabled && position !== undefined) {
    const number = new Intl.NumberFormat(words.locale).format(position);
    said.push(words.t('wait.position', { position: number }));
  }
  if (config.waitTimeEnabled && responseTime !== undefined) {
    said.push(words.t('wait.time', { time: duration(words.locale, responseTime) }));
  }
  return said.length > 0 ? said : [words.t('wait.queued')];
};

/**
 * The banner of a queued visitor: the wait, and then the agent who joined. One element has both, so that a screen reader speaks
 * the change.
 */
export const WaitTime = ({ config, waiting, joined }: WaitTimeProps) => {
  const { state } = useHome();
  const css = useCss();
  const words = state.words.value;
  const name = joined.value;
  const said = name ? [words.t('wait.joined', { name })] : waitIn(words, config, waiting.value ?? {});

  return (
    <div className={css(style)} data-on="elevated" role="status">
      {!name && <Drawing path={CLOCK} />}
      {said.map((sentence) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </div>
  );
};
