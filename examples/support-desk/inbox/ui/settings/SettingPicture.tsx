import { AgentFace } from '../parts/AgentFace';
import { PictureControl } from '../parts/PictureControl';
import { useDesk } from '../parts/view';

type Props = {
  label: string;
  /** The person in the picture, whose initials replace a missing one. */
  who: { id: string; name: string };
  /** Its address, if there is a picture. */
  value: string | undefined;
  fixed: boolean;
  hint?: string;
  onChange(address: string | undefined): void;
};

/** A picture of the settings. It is uploaded at once, and used once the settings are saved. */
export const SettingPicture = ({ label, who, value, fixed, hint, onChange }: Props) => {
  const { api, self } = useDesk().workspace;
  return (
    <PictureControl
      label={label}
      face={<AgentFace agent={{ ...who, avatarUrl: value }} large />}
      hint={hint}
      isSet={value !== undefined}
      disabled={fixed || !self.isAdmin.value}
      keep={async (picture) => {
        const answer = await api.settings.addPicture(picture);
        if (answer.ok) onChange(answer.value);
        return answer;
      }}
      remove={async () => {
        onChange(undefined);
        return { ok: true, value: undefined };
      }}
      kept="Save the settings to use this picture."
      removed="Save the settings to show no picture."
    />
  );
};
