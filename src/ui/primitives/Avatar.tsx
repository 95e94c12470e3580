import { useState } from 'react';
import { useCss } from '../theme/css';

const style = `
  outline:1px solid #0000;flex:none;width:var(--size);height:var(--size);border-radius:50%;overflow:hidden;
  display:var(--avatar,grid);place-items:center;background:var(--action);color:var(--onAction);
  font-weight:600;font-size:calc(var(--size) * .44);line-height:1;
  & img{width:100%;height:100%;object-fit:cover;}
`;

/**
 * A round picture; the first letter of the name when there is no web address or the picture does not load.
 * Hidden from screen readers.
 */
export const Avatar = ({ name, url, size }: { name: string; url?: string; size: number }) => {
  const css = useCss();
  const [broken, setBroken] = useState<string>();
  return (
    <span className={css(`${style}--size:var(--face-size,${size}px);`)} aria-hidden="true">
      {/^https?:\/\//i.test(url ?? '') && broken !== url ? (
        <img src={url} alt="" referrerpolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        [...name.trim()][0]?.toLocaleUpperCase()
      )}
    </span>
  );
};
