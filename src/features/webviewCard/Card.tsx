import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Words } from '../../i18n/words';
import { isTab } from '../../platform/cycleFocus';
import { listen } from '../../platform/disposer';
import { IconButton } from '../../ui/primitives/IconButton';
import { useCss } from '../../ui/theme/css';
import { hearPage } from './hearPage';

/**
 * After this time without a `load` event, in milliseconds, the page counts as failed: a page from another
 * origin does not report that it cannot be shown.
 */
const LOAD_MS = 20_000;

/** A page that a policy refuses reports `load`, too; the refusal follows within this time, in milliseconds. */
const REFUSAL_MS = 500;

/**
 * No `allow-same-origin`: a page that reaches the embedding origin, by a redirect or by navigating, could
 * remove its sandbox. No `allow-downloads`: a page may open without a click.
 */
const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** The browser keeps the page from taking the focus, where it knows this policy. */
const ALLOW = "focus-without-user-activation 'none'";

const style = `
  position:absolute;inset:0;display:flex;flex-direction:column;background:var(--surface);
  & > header{flex:none;display:flex;align-items:center;gap:8px;min-height:min(4.25rem,20vh);padding:0 12px;border-bottom:1px solid var(--line);}
  & > header h1{display:var(--heading,block);min-width:0;font-size:1rem;line-height:1.5rem;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;}
  [dir=rtl] & > header svg{transform:scaleX(-1);}
  & > div{flex:1;position:relative;min-height:0;}
  & iframe{position:absolute;inset:0;width:100%;height:100%;border:0;background:#fff;}
  & iframe[data-waiting]{visibility:hidden;}
  & section{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:12px;padding:24px;text-align:center;}
  & section button{min-height:44px;padding:0 20px;border:1px solid var(--line);border-radius:var(--control);font-weight:600;}
  & section button:hover{background:var(--hover);}
  & ul{position:absolute;inset:0;margin:0;padding:20px 16px;display:flex;flex-direction:column;gap:12px;list-style:none;}
  & li{outline:1px solid #0000;height:44px;border-radius:10px;background:var(--business);animation:porch-wait 1s ease-in-out infinite alternate;}
  @keyframes porch-wait{to{opacity:.5;}}
`;

type WebviewProps = {
  /** An http or https address. */
  url: string;
  words: ReadonlySignal<Words>;
  /**
   * Runs a task once after `ms` milliseconds.
   * @returns a function that cancels it
   */
  after: (ms: number, task: () => void) => () => void;
  /** Whether the card opened without an act of the visitor. */
  isAutomatic?: boolean;
  /** Called when the visitor turns to a card that opened automatically. */
  onAwake?: () => void;
  onBack: () => void;
  /** Called when the page has loaded. */
  onShown: () => void;
};

/**
 * The card of an extension page, with a button back to the conversation; shows an error when the page cannot
 * be shown.
 */
export const WebviewCard = ({ url, words, after, isAutomatic, onAwake, onBack, onShown }: WebviewProps) => {
  const [status, setStatus] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [title, setTitle] = useState('');
  /** Whether the page may have the focus. A page that opened automatically is inert until the visitor turns to it. */
  const [awake, setAwake] = useState(!isAutomatic);
  const card = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLIFrameElement>(null);
  const { t } = words.value;

  // A layout effect, so that it listens before the page can send a message.
  useLayoutEffect(() => {
    const doc = (card.current as HTMLElement).ownerDocument;
    const own = doc.defaultView as Window;
    if (!isAutomatic) card.current?.querySelector('button')?.focus();
    const stopMessages = hearPage(own, after, () => page.current?.contentWindow, {
      close: onBack,
      setTitle,
    });
    const wake = (event: Event) => {
      if (!event.isTrusted || (event.type === 'keydown' && !isTab(event))) return;
      setAwake(true);
      onAwake?.();
    };
    const stopWaking = listen(doc, 'pointerdown wheel keydown', wake, { capture: true });
    // The publisher's content security policy may forbid frames of this origin; ours forbids all other
    // origins.
    const onRefused = (event: SecurityPolicyViolationEvent) => {
      if (/^(frame|child|default)-src/.test(event.effectiveDirective)) setStatus('failed');
    };
    doc.addEventListener('securitypolicyviolation', onRefused);
    return () => {
      stopMessages();
      stopWaking();
      doc.removeEventListener('securitypolicyviolation', onRefused);
    };
  }, []);
  useEffect(() => after(LOAD_MS, () => setStatus((s) => (s === 'loading' ? 'failed' : s))), [attempt]);
  useEffect(() => (status === 'shown' ? after(REFUSAL_MS, onShown) : undefined), [status]);

  return (
    <div ref={card} className={useCss()(style)}>
      <header data-on="header">
        <IconButton icon="back" label={t('extension.back')} onPress={onBack} />
        <h1 dir="auto">{title || t('extension.frame')}</h1>
      </header>
      <div aria-busy={status === 'loading' || undefined}>
        {status === 'failed' ? (
          <section>
            <p role="alert">{t('card_load_failed')}</p>
            <button
              type="button"
              onClick={() => {
                setStatus('loading');
                setAttempt(attempt + 1);
              }}
            >
              {t('retry')}
            </button>
          </section>
        ) : (
          <>
            {status === 'loading' && (
              <ul aria-hidden="true">
                <li />
                <li />
                <li />
              </ul>
            )}
            <iframe
              key={attempt}
              ref={page}
              title={title || t('extension.frame')}
              src={url}
              sandbox={SANDBOX}
              allow={ALLOW}
              inert={!awake}
              referrerpolicy="no-referrer"
              data-waiting={status === 'loading' || undefined}
              onLoad={() => setStatus((s) => (s === 'failed' ? s : 'shown'))}
            />
          </>
        )}
      </div>
    </div>
  );
};
