import { useHome } from '../../conversation/context';
import type { Notice } from '../../conversation/featureRow';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';

const style = `
  flex:none;display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:0 16px;min-height:32px;
  margin:-8px 16px 4px;font-size:.75rem;line-height:1rem;color:var(--quiet);
  & a,& span{display:flex;align-items:center;gap:4px;min-height:32px;}
  & a{min-width:24px;justify-content:center;text-underline-offset:2px;}
  & svg{flex:none;}
  @media (pointer:coarse){& a{min-width:44px;min-height:44px;}}
`;

/** The notices below the composer, in one line if there is room. */
export const Notices = ({ notices }: { notices: readonly Notice[] }) => {
  const words = useHome().state.words.value;
  const css = useCss();
  const shown = notices.filter((notice) => notice.shown.value);
  return (
    <footer className={css(style)}>
      {shown.map(({ label, params, href, path }, i) => {
        const text = (
          <>
            {path && <Drawing path={path} size={14} />}
            {words.t(label, params)}
          </>
        );
        return href ? (
          <a key={i} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          <span key={i}>{text}</span>
        );
      })}
    </footer>
  );
};
