import { useHome } from '../../conversation/context';
import type { FormProps } from '../../conversation/features';
import { Avatar } from '../../ui/primitives/Avatar';
import { useCss } from '../../ui/theme/css';
import { obj, str } from '../../wire/decode';
import { MAX_TEXT } from '../../wire/message';
import { beginning, shownLabel } from '../../wire/shown';
import { useForms } from '../form/context';

/** How many answers are shown at first; more than a form has fields. */
const SHOWN_ROWS = 50;

const style = `
  width:300px;padding:12px 14px;border:1px solid var(--line);border-radius:var(--bubble);background:var(--card,var(--elevated));
  & > div{display:flex;align-items:center;gap:8px;margin-bottom:8px;font-size:.8125rem;line-height:1.125rem;font-weight:600;}
  & bdi{min-width:0;overflow-wrap:anywhere;}
  & dl,& dd{margin:0;}
  & dt{font-size:.75rem;line-height:1rem;color:var(--quiet);overflow-wrap:anywhere;}
  & dd{overflow-wrap:anywhere;white-space:pre-wrap;}
  & dd + dt{margin-top:8px;}
`;

/** The answers to a form, under the author name and avatar of the quoted form. */
export const FormResponseMessage = (props: FormProps) => {
  const { message, rows, Beginning, Text } = props;
  const { state } = useHome();
  const css = useCss();
  const forms = useForms();
  if (rows.length === 0) return <Text {...props} />;
  const form = message.quotedMessageId ? forms?.quoted(message.quotedMessageId) : undefined;
  // The form may be older than the held messages; the quotation in the response then names the author.
  const told = obj(obj(message.raw.quotedMessage).content);
  const name = form?.name || shownLabel(told.name) || state.settings.title;
  return (
    <div className={css(style)} data-on="card">
      <div>
        <Avatar
          name={name}
          url={form?.avatarUrl || str(told.avatarUrl) || state.settings.avatarUrl}
          size={24}
        />
        <bdi>{name}</bdi>
      </div>
      <Beginning
        size={rows.length}
        first={SHOWN_ROWS}
        draw={(most) => (
          <dl>
            {rows.slice(0, most).map(({ label, value }, i) => [
              <dt key={`t${i}`}>
                <bdi>{label}</bdi>
              </dt>,
              <dd key={`d${i}`}>
                <bdi>
                  <Beginning
                    size={value.length}
                    first={MAX_TEXT}
                    draw={(length) => beginning(value, length)}
                  />
                </bdi>
              </dd>,
            ])}
          </dl>
        )}
      />
    </div>
  );
};
