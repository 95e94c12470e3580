import type { KindProps } from '../../conversation/features';
import { bubble } from '../../conversation/log/kinds/TextMessage';
import { LongText } from '../../conversation/log/LongText';
import { useCss } from '../../ui/theme/css';
import { decodeMedia } from '../../wire/rich';
import { Picture } from '../shared/Picture';

/** The largest width and height of a picture, and the smallest width, in pixels. */
const WIDEST = 260;
const TALLEST = 320;
const LEAST = 96;
/** The aspect ratio when the service gives no size. */
const RATIO = 4 / 3;

/**
 * The size of the box that reserves space before the picture loads; pictures with an extreme ratio are
 * cropped.
 */
const boxOf = (width = WIDEST, height = WIDEST / RATIO): string => {
  const ratio = Math.min(Math.max(width / height, 0.5), 2.5);
  const wide = Math.round(Math.max(LEAST, Math.min(width, WIDEST, TALLEST * ratio)));
  return `width:${wide}px;aspect-ratio:${ratio.toFixed(3)};max-width:100%;border-radius:var(--bubble);`;
};

const caption = 'margin-top:2px;';

/** An image with its caption; a press shows it large. */
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
