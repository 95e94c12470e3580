import { useEffect } from 'react';
import { type MountOptions, mount } from './mount.js';

/** As for `mount`; the key has another name, because React takes `key`. */
export type PorchProps = Omit<MountOptions, 'key'> & { accountKey?: string };

/** The messenger, while it is in the tree. It draws nothing in its place. */
export const Porch = (props: PorchProps): null => {
  const { src, accountKey, host, launcher, nonce, onError } = props;
  useEffect(
    () => mount({ src, key: accountKey, host, launcher, nonce, onError }),
    [src, accountKey, host, launcher, nonce],
  );
  return null;
};
