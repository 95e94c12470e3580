import type { ReadonlySignal } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { Words } from '../../i18n/words';
import { IconButton } from '../../ui/primitives/IconButton';
import { useCss } from '../../ui/theme/css';
import { CallStage } from './CallStage';
import { LineStage } from './LineStage';
import type { VoiceViewProps } from './viewProps';
import { isCalling, type VoiceState } from './voiceState';

const style = `
  position:absolute;inset:0;display:flex;flex-direction:column;background:var(--surface);
  & > header{flex:none;display:flex;align-items:center;gap:8px;min-height:min(4.25rem,20vh);padding:0 12px;border-bottom:1px solid var(--line);}
  & h1,& h2{max-width:100%;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
  & h1{display:var(--heading,block);font-size:1rem;line-height:1.5rem;}
  [dir=rtl] & > header svg{transform:scaleX(-1);}
  & > main{flex:1;min-height:0;overflow-y:auto;display:flex;}
  & section{margin:auto;width:100%;max-width:340px;display:flex;flex-direction:column;align-items:center;gap:16px;padding:24px 20px;text-align:center;text-wrap:balance;}
  & section > span:not([class]),& [data-waits] > p{background:var(--business);outline:1px solid #0000;}
  & section > span:not([class]){display:grid;place-items:center;width:96px;height:96px;border-radius:50%;}
  & [data-calls] > span,& [data-waits] > *{animation:porch-ring 1.2s ease-in-out infinite alternate;}
  & [data-waits] > p{width:70%;height:24px;border-radius:10px;}
  & [data-waits] > p + p{width:100%;height:44px;}
  & h2{margin-bottom:-12px;font-size:1.25rem;line-height:1.75rem;}
  & h2 ~ [role=status]{color:var(--quiet);}
  & time{margin-top:-12px;line-height:1.5rem;font-variant-numeric:tabular-nums;}
  & small{font-size:.8125rem;line-height:1.125rem;color:var(--quiet);}
  & section button{min-height:44px;padding:8px 20px;border-radius:var(--control);border:1px solid var(--line);font-weight:600;transition:background-color .15s,opacity .15s;}
  & section button:hover{background:var(--hover);}
  & section [role=switch]{display:flex;align-items:center;gap:12px;width:100%;padding:8px 12px;background:var(--elevated);font-weight:400;text-align:start;}
  & i{flex:none;position:relative;width:42px;height:24px;border:2px solid;border-radius:12px;color:var(--quiet);}
  & i::before{content:'';position:absolute;inset-block-start:2px;inset-inline-start:2px;border:8px solid;border-radius:50%;transition:inset-inline-start .15s;}
  & [aria-checked=true] i{background:var(--action);border-color:var(--action);color:var(--onAction);}
  & [aria-checked=true] i::before{inset-inline-start:20px;}
  & section [data-main]{border-color:#0000;background:var(--action);color:var(--onAction);}
  & section [data-main]:hover{background:var(--action);opacity:.9;}
  & section [data-end]{border-color:#0000;background:var(--error);color:var(--surface);}
  & section [data-end]:hover{background:var(--error);opacity:.9;}
  & [data-round]{gap:24px;margin-top:24px;}
  & section [data-round] button{display:flex;flex-direction:column;align-items:center;gap:8px;min-width:88px;padding:4px;border-color:#0000;background:none;color:inherit;font-size:.8125rem;line-height:1.125rem;font-weight:400;}
  & [data-round] svg{box-sizing:content-box;padding:18px;border:1px solid var(--line);border-radius:50%;background:var(--elevated);}
  & [data-round] :hover > svg{background:var(--hover);}
  & [aria-pressed=true] > svg{background:var(--ink)!important;color:var(--surface);}
  & [data-end] > svg{background:var(--error)!important;border-color:#0000;color:var(--surface);rotate:135deg;}
  @media (forced-colors:active){
    & section button{color:ButtonText!important;background:ButtonFace!important;border-color:ButtonText!important;}
    & [aria-pressed=true] > svg{border-width:4px;}
  }
  & div{display:flex;flex-wrap:wrap;justify-content:center;gap:8px;width:100%;}
  & [role=alert]:empty{display:none;}
  @keyframes porch-ring{to{opacity:.55;}}
`;

type VoiceCardProps = Pick<VoiceViewProps, 'actions'> & {
  state: ReadonlySignal<VoiceState>;
  words: ReadonlySignal<Words>;
  /** Whether the visitor is asked before a call is left. */
  leaving: ReadonlySignal<boolean>;
  /** Back to the conversation; during a call, it asks first. */
  onBack(): void;
  /** Stays in the call. */
  onStay(): void;
};

/** The question before a call is left. */
const Leaving = ({ words, end, stay }: { words: Words; end(): void; stay(): void }) => {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <section role="alertdialog" aria-labelledby="leaving">
      <p id="leaving">{words.t('voice.leave')}</p>
      <div>
        <button ref={first} type="button" onClick={stay}>
          {words.t('voice.stay')}
        </button>
        <button type="button" data-end onClick={end}>
          {words.t('voice.end')}
        </button>
      </div>
    </section>
  );
};

/** The voice call card: the line, or the call that is made or under way. Back asks first where it ends a call. */
export const VoiceCard = ({ state, words, actions, leaving, onBack, onStay }: VoiceCardProps) => {
  const card = useRef<HTMLDivElement>(null);
  const now = state.value;
  const calling = isCalling(now);
  const said = words.value;
  const focusBack = () => card.current?.querySelector('button')?.focus();
  useLayoutEffect(focusBack, []);
  const stage = calling ? 'call' : 'line';
  const before = useRef(stage);
  useLayoutEffect(() => {
    onStay();
    // The button that was pressed is gone; the one in its place gets the focus.
    if (before.current !== stage) {
      const next = card.current?.querySelector<HTMLElement>('[data-main],[data-end]');
      (next ?? card.current?.querySelector('button'))?.focus();
    }
    before.current = stage;
  }, [stage]);
  const views = { state: now, words: said, actions };
  return (
    <div ref={card} className={useCss()(style)}>
      <header data-on="header">
        <IconButton icon="back" label={said.t('extension.back')} onPress={onBack} />
        <h1 dir="auto">{said.t('voice.title')}</h1>
      </header>
      <main aria-busy={now.loading || undefined}>
        {leaving.value && calling ? (
          <Leaving
            words={said}
            end={onBack}
            stay={() => {
              onStay();
              focusBack();
            }}
          />
        ) : calling ? (
          <CallStage {...views} />
        ) : (
          <LineStage {...views} />
        )}
      </main>
    </div>
  );
};
