import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';

const style = `
  display:flex;align-items:center;gap:12px;margin:12px 0 8px;font-size:.75rem;line-height:1rem;font-weight:600;color:var(--quiet);
  &::before,&::after{content:"";flex:1;border-top:1px solid var(--accent);}
`;

/** The divider before the first unread message of the business. */
export const UnreadRow = () => (
  <li className={useCss()(style)}>{useHome().state.words.value.t('log_unread_divider')}</li>
);
