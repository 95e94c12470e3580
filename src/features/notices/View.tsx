import { useHome } from '../../conversation/context';
import { safeUrl } from '../../model/validation';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';
import type { NoticesConfig } from '../../wire/extras';

const style = `
  flex:none;display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:0 16px;min-height:32px;
  margin:-8px 16px max(4px,env(safe-area-inset-bottom));font-size:12px;line-height:16px;color:var(--quiet);
  & a,& span{display:flex;align-items:center;gap:4px;min-height:32px;}
  & a{min-width:24px;justify-content:center;text-underline-offset:2px;}
  & svg{flex:none;}
  @media (pointer:coarse){& a{min-width:44px;min-height:44px;}}
`;

/** Porch's logo: a roof on two posts. */
const MARK = 'M2.5 9 10 3.5 17.5 9M5 8v8.5M15 8v8.5M2.5 16.5h15';

/** The notices below the composer: the account's privacy notice, and who made the messenger. */
export const Notices = ({ privacyNoticeUrl, showZendeskLogo }: NoticesConfig) => {
  const words = useHome().state.words.value;
  const href = privacyNoticeUrl && safeUrl(privacyNoticeUrl);
  return (
    <footer className={useCss()(style)}>
      {href && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {words.t('notice.privacy')}
        </a>
      )}
      {showZendeskLogo && (
        <span>
          <Drawing path={MARK} size={14} />
          {words.t('notice.made_by', { name: 'Porch' })}
        </span>
      )}
    </footer>
  );
};
