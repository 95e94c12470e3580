import { useCss } from '../theme/css';
import { Icon, type IconName } from './Icon';

const style = `
  flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:var(--control);
  transition:background-color .15s,transform .15s,opacity .15s;
  &:hover{background:var(--hover);}
  &:active{transform:scale(.94);}
  @media (pointer:coarse){width:44px;height:44px;}
`;

type Props = {
  icon: IconName;
  label: string;
  /** @param detail the click's `detail`: 1 for a pointer, 0 for the keyboard */
  onPress: (detail: number) => void;
  /** Whether its menu is open; undefined without a menu. */
  expanded?: boolean;
};

export const IconButton = ({ icon, label, onPress, expanded }: Props) => (
  <button
    type="button"
    className={useCss()(style)}
    aria-label={label}
    aria-haspopup={expanded === undefined ? undefined : 'menu'}
    aria-expanded={expanded}
    onClick={(event) => onPress(event.detail)}
  >
    <Icon name={icon} />
  </button>
);
