import { useCss } from '../../../ui/theme/css';
import { useHome } from '../../context';

const style = `
  position:fixed;inset:8px;z-index:2;display:grid;place-items:center;padding:24px;border:2px dashed var(--accent);
  border-radius:var(--panel,16px);background:var(--surface);opacity:.95;font-weight:600;text-align:center;pointer-events:none;
`;

/** Covers the card while files are dragged over it. */
export const DropHint = () => (
  <div className={useCss()(style)}>{useHome().state.words.value.t('composer_drop')}</div>
);
