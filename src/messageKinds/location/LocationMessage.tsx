import { useHome } from '../../conversation/context';
import type { KindProps } from '../../conversation/features';
import { bubble } from '../../conversation/log/kinds/TextMessage';
import { LongText, TextMessage } from '../../conversation/log/LongText';
import { mapUrl } from '../../model/maps';
import { useCss } from '../../ui/theme/css';
import { Glyph } from '../shared/Glyph';
import { decodeLocation } from './decode';

const style = `
  display:flex;gap:10px;white-space:normal;
  & > svg{flex:none;margin-top:2px;}
  & > div{min-width:0;}
  & b{font-weight:600;}
  & a{display:inline-block;min-width:24px;min-height:24px;text-underline-offset:2px;}
  @media (pointer:coarse){& a{min-width:44px;padding:10px 0;}}
`;

/** A place: its name, its address and a link to a map. */
export const LocationMessage = (props: KindProps) => {
  const { message } = props;
  const css = useCss();
  const words = useHome().state.words.value;
  const { name, address, lat, long } = decodeLocation(message.raw);
  if (!name && !address && lat === undefined) return <TextMessage {...props} />;
  return (
    <div className={css(bubble)}>
      {message.text && (
        <p dir="auto">
          <LongText text={message.text} />
        </p>
      )}
      <div className={css(style)}>
        <Glyph name="pin" />
        <div>
          {name && (
            <p dir="auto">
              <b>{name}</b>
            </p>
          )}
          {address && <p dir="auto">{address}</p>}
          {lat !== undefined && long !== undefined && (
            <a href={mapUrl(lat, long)} target="_blank" rel="noopener noreferrer">
              {words.t('location.map')}
            </a>
          )}
        </div>
      </div>
    </div>
  );
};
