import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useHome } from '../../conversation/context';
import { Drawing } from '../../ui/primitives/Drawing';
import { IconButton } from '../../ui/primitives/IconButton';
import { useCss } from '../../ui/theme/css';
import { CHANNELS, type ChannelType } from '../../wire/channels';
import type { Integration, Integrations } from './integrations';
import type { LinkFlow } from './linkFlow';
import { MARKS } from './marks';
import { QrCode } from './QrCode';

// No paragraphs in here: the header's CSS would style them.
const style = `
  width:100%;max-width:none;height:100%;max-height:none;margin:0;padding:0;border:0;background:var(--surface);color:var(--ink);
  &[open]{display:flex;flex-direction:column;}
  &::backdrop{background:none;}
  & > header{flex:none;display:flex;align-items:center;gap:8px;min-height:min(4.25rem,20vh);padding:0 12px;border-bottom:1px solid var(--line);}
  & h2{min-width:0;font-size:1rem;line-height:1.5rem;font-weight:600;overflow-wrap:anywhere;}
  [dir=rtl] & > header svg{transform:scaleX(-1);}
  & > section{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;display:flex;flex-direction:column;align-items:center;gap:16px;padding:24px 20px;text-align:center;text-wrap:balance;font-size:.9375rem;line-height:1.375rem;}
  & > section::before,& > section::after{content:'';flex:1;}
  & > section > *{flex:none;max-width:min(340px,100%);overflow-wrap:anywhere;}
  & [role=status]:empty{display:none;}
  & i{display:grid;place-items:center;width:64px;height:64px;border-radius:50%;color:#fff;outline:1px solid #0000;}
  & section bdi{font-weight:600;font-size:1.125rem;line-height:1.5rem;}
  & ol{display:grid;gap:8px;counter-reset:step;text-align:start;}
  & ol li{display:flex;gap:12px;}
  & ol li::before{counter-increment:step;content:counter(step);flex:none;width:24px;height:24px;border-radius:50%;background:var(--business);font-size:.8125rem;line-height:1.5rem;font-weight:600;text-align:center;}
  & [role=alert]{color:var(--error);}
  & > section button,& a{min-height:44px;padding:11px 20px;border:1px solid var(--line);border-radius:var(--control);font-size:.9375rem;line-height:1.25rem;font-weight:600;text-decoration:none;}
  & > section button:hover,& a:hover{background:var(--hover);}
  & [data-main],& [data-main]:hover{outline:1px solid #0000;border-color:#0000;background:var(--action);color:var(--onAction);}
  & [data-main]:focus-visible{outline:2px solid var(--accent);}
  & [aria-disabled]{color:var(--quiet);cursor:default;}
`;

type Props = {
  type: ChannelType;
  integrations: Integrations;
  flow: Pick<LinkFlow, 'request' | 'keep' | 'unlink'>;
  onClose(): void;
};

/**
 * Keeps Tab within the dialog: the rest of the frame is inert, but the page around the frame is not. Escape closes
 * the dialog alone, not the widget.
 */
const onKey = (event: React.KeyboardEvent<HTMLElement>, leave: () => void) => {
  const { key } = event;
  if (key !== 'Tab' && key !== 'Escape') return;
  event.stopPropagation();
  if (key === 'Escape') {
    event.preventDefault();
    return leave();
  }
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a,button')];
  const [first, last] = [stops[0], stops.at(-1)];
  if (event.currentTarget.ownerDocument.activeElement !== (event.shiftKey ? first : last)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

/** A failure in words, with a button that tries again. */
const Failure = ({ children, retry, onRetry }: { children: string; retry: string; onRetry(): void }) => (
  <>
    <div role="alert">{children}</div>
    <button type="button" onClick={onRetry}>
      {retry}
    </button>
  </>
);

/** What leads into the channel: a code to scan on a computer, a button on a phone. */
const Way = ({ of, integrations }: { of: Integration; integrations: Integrations }) => {
  const { words, touchFirst } = useHome().state;
  const { t } = words.value;
  const { type, linkRequest, ignoreLinkRequest, businessUsername } = of;
  const channel = CHANNELS[type];
  if (!linkRequest) return null;
  const { url } = linkRequest;
  const steps = [
    ...(touchFirst ? [] : [t('channel.scan', { channel })]),
    ...(ignoreLinkRequest ? [] : [t('channel.confirm', { channel })]),
  ];
  return (
    <>
      {!touchFirst && (
        <QrCode
          url={url}
          label={t('channel.qr', { channel })}
          failed={(retry) => (
            <Failure retry={t('retry')} onRetry={retry}>
              {t('channel.qr_failed')}
            </Failure>
          )}
        />
      )}
      {touchFirst ? (
        steps.map((step) => <div key={step}>{step}</div>)
      ) : (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {ignoreLinkRequest && <bdi>{`@${businessUsername}`}</bdi>}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        data-main={touchFirst || undefined}
        onClick={() => ignoreLinkRequest || integrations.linkStarted(type)}
      >
        {t('channel.open', { channel })}
      </a>
    </>
  );
};

const Unlinked = ({ of, integrations, flow }: Omit<Props, 'type' | 'onClose'> & { of: Integration }) => {
  const { words, touchFirst } = useHome().state;
  const { t } = words.value;
  const channel = CHANNELS[of.type];
  const again = (key: string, retry: string) => (
    <Failure retry={t(retry)} onRetry={() => void flow.request(of.type)}>
      {t(key, { channel })}
    </Failure>
  );
  if (of.errorFetchingLinkRequest)
    return again(touchFirst ? 'channel.link_failed' : 'channel.qr_failed', 'retry');
  if (of.linkFailed) return again('channel.failed', 'retry');
  if (of.linkCancelled) return again('channel.cancelled', 'retry');
  return <Way of={of} integrations={integrations} />;
};

const Linked = ({ of, flow }: { of: Integration; flow: Props['flow'] }) => {
  const { t } = useHome().state.words.value;
  return (
    <>
      {of.displayName && <bdi>{of.displayName}</bdi>}
      {of.unlinkFailed && <div role="alert">{t('channel.unlink_failed')}</div>}
      <button
        type="button"
        aria-disabled={of.unlinkPending || undefined}
        onClick={() => void flow.unlink(of.type)}
      >
        {t('channel.disconnect')}
      </button>
    </>
  );
};

/** The pending or current state. Changes are read out. */
const statusOf = (of: Integration): string | undefined => {
  if (of.isFetchingLinkRequest || of.unlinkPending) return 'options.pending';
  if (of.linked) return 'channel.linked';
  return of.linkPending ? 'channel.pending' : undefined;
};

/**
 * The page of one channel, over the conversation: how to continue there, the state of the link, and how to end
 * it. The browser's modal dialog makes the rest of the frame inert.
 */
export const ChannelPanel = ({ type, integrations, flow, onClose }: Props) => {
  const css = useCss();
  const { t } = useHome().state.words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const of = integrations.find(type);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    void flow.request(type);
    const stop = flow.keep(type);
    return () => {
      stop();
      integrations.left(type);
    };
  }, []);
  const linked = of?.linked;
  // The pressed button is gone.
  useLayoutEffect(() => {
    const { activeElement } = dialog.current?.ownerDocument ?? {};
    if (!dialog.current?.contains(activeElement ?? null)) dialog.current?.querySelector('button')?.focus();
  }, [linked, of?.linkRequest]);
  // A link that has ended can be made again.
  const wanted = of && !linked && !of.linkRequest && !of.linkFailed && !of.linkCancelled;
  useEffect(() => {
    if (wanted && !of.errorFetchingLinkRequest) void flow.request(type);
  }, [wanted]);
  const leave = () => {
    // The header's button cannot be focused while the rest is inert.
    dialog.current?.close();
    onClose();
  };
  const channel = CHANNELS[type];
  const status = of && statusOf(of);
  const body: ReactNode = of && (
    <>
      <i className={css(`background:${MARKS[type].color};`)} aria-hidden="true">
        <Drawing path={MARKS[type].path} size={32} />
      </i>
      <div role="status">{status && t(status, { channel })}</div>
      {linked ? <Linked of={of} flow={flow} /> : <Unlinked of={of} integrations={integrations} flow={flow} />}
    </>
  );
  return (
    <dialog
      ref={dialog}
      className={css(style)}
      aria-label={t('channel.continue', { channel })}
      onKeyDown={(event) => onKey(event, leave)}
      onCancel={leave}
    >
      <header data-on="header">
        <IconButton icon="back" label={t('extension.back')} onPress={leave} />
        <h2>{t('channel.continue', { channel })}</h2>
      </header>
      <section>{body}</section>
    </dialog>
  );
};
