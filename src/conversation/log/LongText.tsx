import { useState } from 'react';
import { useCss } from '../../ui/theme/css';
import { MAX_TEXT } from '../../wire/message';
import { useHome } from '../context';
import type { BeginningProps, KindProps } from '../features';
import { TextMessage as PlainMessage } from './kinds/TextMessage';
import { LinkedText } from './LinkedText';

const style = `
  display:block;min-height:24px;margin-top:4px;font-weight:600;text-decoration:underline;text-underline-offset:2px;
  @media (pointer:coarse){min-height:44px;}
`;

/** The beginning of long content, with a button that doubles how much is shown. */
export const Beginning = ({ size, first, draw }: BeginningProps) => {
  const css = useCss();
  const words = useHome().state.words.value;
  const [most, setMost] = useState(first);
  return (
    <>
      {draw(most)}
      {size > most && (
        <button type="button" className={css(style)} onClick={() => setMost(most * 2)}>
          {words.t('text.more')}
        </button>
      )}
    </>
  );
};

/** Text with its links, which can be expanded to its full length. */
export const LongText = ({ text }: { text: string }) => (
  <Beginning size={text.length} first={MAX_TEXT} draw={(most) => <LinkedText text={text} most={most} />} />
);

/** A text message that can be expanded to its full length. */
export const TextMessage = (props: KindProps) => <PlainMessage {...props} Words={LongText} />;
