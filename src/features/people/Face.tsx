import { useState } from 'react';
import { useHome } from '../../conversation/context';
import { faceOf } from '../../model/faces';
import { useCss } from '../../ui/theme/css';
import type { Person } from '../../wire/people';

const style = `
  outline:1px solid #0000;flex:none;width:var(--size);height:var(--size);margin-top:var(--drop,0px);border-radius:50%;overflow:hidden;
  display:inline-grid;place-items:center;font-weight:600;font-size:calc(var(--size) * .4);line-height:1;
  & img{width:100%;height:100%;object-fit:cover;}
`;

/**
 * A person's picture, or their initials on a color of their own if it is missing or does not load. A message under the
 * title's name has the header's face. Hidden from screen readers, because the name is beside it.
 * @param size in pixels, unless the place has its own size
 */
export const Face = ({ name, avatarUrl, size }: Person & { size: number }) => {
  const css = useCss();
  const { state } = useHome();
  const [broken, setBroken] = useState<string>();
  const { url, letters, color } = faceOf({ name, avatarUrl }, state.settings);
  const picture = url && broken !== url;
  const colors = color
    ? `background:${color};color:#fff;`
    : 'background:var(--action);color:var(--onAction);';
  return (
    <span
      className={css(`${style}--size:var(--face-size,${size}px);${picture ? '' : colors}`)}
      aria-hidden="true"
    >
      {picture ? (
        <img src={url} alt="" referrerpolicy="no-referrer" onError={() => setBroken(url)} />
      ) : (
        letters
      )}
    </span>
  );
};
