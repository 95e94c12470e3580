import { type MountOptions, mount } from './mount.js';

type Instance = { $props: Omit<MountOptions, 'key'> & { accountKey?: string }; unmountPorch?: () => void };

/** The messenger, while it is in the tree. It draws nothing in its place. */
export const Porch = {
  name: 'Porch',
  props: ['src', 'accountKey', 'host', 'launcher', 'nonce', 'onError'],
  mounted(this: Instance): void {
    const { accountKey: key, ...rest } = this.$props;
    this.unmountPorch = mount({ ...rest, key });
  },
  unmounted(this: Instance): void {
    this.unmountPorch?.();
  },
  render: (): null => null,
};
