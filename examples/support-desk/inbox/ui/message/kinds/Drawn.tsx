import { isHuge } from '@porch/messenger/wire/pictureSize';
import { useState } from 'react';

type Props = {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** Whether the desk has read its size. */
  isKnown?: boolean;
  /** It has so many pixels that drawing it would freeze the inbox. */
  onHuge(): void;
  onError(): void;
};

/** A picture, drawn once its size is known. */
export const Drawn = ({ alt, onHuge, isKnown, ...picture }: Props) => {
  const [isShown, setShown] = useState(isKnown);
  return (
    <img
      {...picture}
      alt={alt}
      style={isShown ? undefined : 'visibility:hidden'}
      loading="lazy"
      referrerpolicy="no-referrer"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
        if (isHuge(naturalWidth, naturalHeight)) onHuge();
        else setShown(true);
      }}
    />
  );
};
