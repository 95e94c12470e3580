import type { ChannelType } from '@porch/messenger/wire/channels';
import { list, obj, str } from '@porch/messenger/wire/decode';
import { CHANNEL_TYPES, channelName } from '../../model/channels';
import { FieldNotes, notesId } from './FieldNotes';
import { useSetting } from './useSetting';

type Channel = {
  id: string;
  type: string;
  played?: boolean;
  phoneNumber?: string;
  businessUsername?: string;
};

/** The setting with the team's name in each channel. */
const ACCOUNTS: Record<
  ChannelType,
  { key: 'phoneNumber' | 'businessUsername'; label: string; hint: string }
> = {
  whatsapp: {
    key: 'phoneNumber',
    label: 'Phone number',
    hint: 'Digits only, with the country code first, such as 4930123456.',
  },
  messenger: { key: 'businessUsername', label: 'User name', hint: 'As in m.me/the.shop' },
  instagram: { key: 'businessUsername', label: 'User name', hint: 'As in instagram.com/the.shop' },
};

const isChannel = (value: unknown): value is Channel => str(obj(value).type) !== undefined;

const OneChannel = ({ type, channels }: { type: ChannelType; channels: readonly Channel[] }) => {
  const { id, settings, fixed, issue, changed } = useSetting('channels');
  const at = channels.findIndex((channel) => channel.type === type);
  const channel = channels[at];
  const { key, label, hint } = ACCOUNTS[type];
  const name = channelName(type);
  const put = (next: Channel | undefined): void => {
    const others = channels.filter((known) => known !== channel);
    const all = next
      ? channel
        ? channels.map((known) => (known === channel ? next : known))
        : [...others, next]
      : others;
    settings.set('channels', all.length > 0 ? all : undefined);
  };
  const account = `${id}-account`;
  const mine = settings.issues.value;
  const path = [...mine.keys()].find((each) => each.startsWith(`channels/${at}`));
  return (
    <fieldset class="setting-group">
      <legend class="setting-legend">{name}</legend>
      <div class="setting" data-changed={changed}>
        <label class="setting-switch">
          <input
            type="checkbox"
            checked={channel !== undefined}
            disabled={fixed}
            aria-describedby={notesId(id)}
            onChange={({ currentTarget }) =>
              put(
                currentTarget.checked
                  ? { id: type, type, ...(type === 'instagram' ? { [key]: '' } : { played: true }) }
                  : undefined,
              )
            }
          />
          Visitors may continue on {name}
        </label>
        <FieldNotes {...{ id, fixed, issue: path === undefined ? undefined : issue }} />
      </div>
      {channel && type !== 'instagram' && (
        <div class="setting">
          <label class="setting-switch">
            <input
              type="checkbox"
              checked={channel.played === true}
              disabled={fixed}
              onChange={({ currentTarget: { checked } }) => put({ ...channel, played: checked || undefined })}
            />
            This desk plays {name}, to try it without an account
          </label>
        </div>
      )}
      {channel && !channel.played && (
        <div class="setting field">
          <label for={account}>{label}</label>
          <input
            id={account}
            type="text"
            maxLength={100}
            value={channel[key] ?? ''}
            disabled={fixed}
            aria-invalid={path !== undefined}
            aria-describedby={`${notesId(account)} ${notesId(id)}`}
            onInput={({ currentTarget }) => put({ ...channel, [key]: currentTarget.value || undefined })}
          />
          <FieldNotes id={account} hint={hint} />
        </div>
      )}
    </fieldset>
  );
};

/** The outside channels in which visitors may continue a conversation. */
export const Channels = () => {
  const { settings } = useSetting('channels');
  const channels = list(settings.valueOf('channels')).filter(isChannel);
  return (
    <>
      <p class="secondary">
        The window’s menu then offers to continue there. Messages from there come into this inbox, and your
        answers go there, too.
      </p>
      {CHANNEL_TYPES.map((type) => (
        <OneChannel key={type} type={type} channels={channels} />
      ))}
    </>
  );
};
