import type { KindProps } from '../../conversation/features';
import { bubble } from '../../conversation/log/kinds/TextMessage';
import { LongText } from '../../conversation/log/LongText';
import { useCss } from '../../ui/theme/css';
import { decodeMedia } from '../../wire/rich';
import { Picture } from '../shared/Picture';
import { boxOf } from '../shared/pictureBox';

const caption = 'margin-top:2px;';

/** An image with its caption; a press shows it large. */
export const ImageMessage = ({ message }: KindProps) => {
  const css = useCss();
  const { url, preview, alt, width, height } = decodeMedia(message.raw);
  return (
    <>
      <Picture
        url={url}
        preview={preview}
        alt={alt ?? ''}
        box={boxOf(width, height)}
        pixels={[width, height]}
        opens
      />
      {message.text && (
        <div className={css(bubble + caption)}>
          <p dir="auto">
            <LongText text={message.text} />
          </p>
        </div>
      )}
    </>
  );
};
