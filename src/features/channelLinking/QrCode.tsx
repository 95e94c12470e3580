import { useEffect, useState } from 'react';
import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';
import type { Qr } from './encodeQr';

/** The light margin around a code, in modules; scanners need four. */
const MARGIN = 4;

// A scanner needs dark modules on a light ground, also in a dark window.
const style = `
  display:block;width:min(232px,60vh,100%);aspect-ratio:1;margin-inline:auto;border-radius:16px;outline:1px solid var(--line);background:#fff;forced-color-adjust:none;
  & path{fill:#000;stroke:none;}
`;

type Props = {
  url: string;
  /** What the code leads to, for screen readers. */
  label: string;
  /** Loads what draws it. */
  load?: () => Promise<{ encodeQr(text: string): Qr }>;
  /** Draws a failure with a button that tries again. */
  failed: (retry: () => void) => React.ReactNode;
};

/** An address as a QR code. Its encoder is loaded when the first code is shown. */
export const QrCode = ({ url, label, load = () => import('./encodeQr'), failed }: Props) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const [qr, setQr] = useState<Qr | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    setQr(undefined);
    load().then(
      ({ encodeQr }) => current && setQr(encodeQr(url)),
      () => current && setQr('failed'),
    );
    return () => {
      current = false;
    };
  }, [url, attempt]);
  if (qr === 'failed') return failed(() => setAttempt(attempt + 1));
  if (!qr)
    return <div className={css(style)} role="img" aria-busy="true" aria-label={words.t('options.pending')} />;
  const side = qr.size + 2 * MARGIN;
  return (
    <svg
      className={css(style)}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={qr.path} />
    </svg>
  );
};
