import { decodeMedia } from '../../../wire/rich';
import { useCss } from '../../theme/css';
import { bubble } from '../kinds/TextMessage';
import type { KindProps } from '../messageKinds';
import { LongText } from './LongText';
import { Picture } from './Picture';

/** The widest and tallest a picture is drawn, in pixels, and the least of either. */
const WIDEST = 260;
const TALLEST = 320;
const LEAST = 96;
/** Where the service does not tell the size. */
const RATIO = 4 / 3;

/** Room for a picture before it is there; what is far from any format is cropped. */
const boxOf = (width = WIDEST, height = WIDEST / RATIO): string => {
  const ratio = Math.min(Math.max(width / height, 0.5), 2.5);
  const wide = Math.round(Math.max(LEAST, Math.min(width, WIDEST, TALLEST * ratio)));
  return `width:${wide}px;aspect-ratio:${ratio.toFixed(3)};max-width:100%;border-radius:var(--bubble);`;
};

const caption = 'margin-top:2px;';

/** SPEC.md section 2: an image, which a press shows large, and what is said of it. */
export const ImageMessage = ({ message, lastInGroup }: KindProps) => {
  const css = useCss();
  const { url, preview, alt, width, height } = decodeMedia(message.raw);
  return (
    <>
      <Picture url={url} preview={preview} alt={alt ?? ''} box={boxOf(width, height)} opens />
      {message.text && (
        <div className={css(bubble + caption)} data-last={lastInGroup || undefined}>
          <p dir="auto">
            <LongText text={message.text} />
          </p>
        </div>
      )}
    </>
  );
};
