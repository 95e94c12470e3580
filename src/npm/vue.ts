import { type MountOptions, mount } from './mount.js';

/** As for `mount`; the key has another name, because Vue takes `key`. */
export type PorchProps = Omit<MountOptions, 'key'> & { accountKey?: string };

type Instance = { $props: PorchProps; unmountPorch?: () => void };

/** A component with these props, as templates and `h` check them. */
type PorchComponent = new () => { $props: PorchProps };

function follow(this: Instance): void {
  this.unmountPorch?.();
  this.unmountPorch = mount({ ...this.$props, key: this.$props.accountKey });
}

/** The messenger, while it is in the tree. It draws nothing in its place. */
export const Porch = {
  name: 'Porch',
  props: ['src', 'accountKey', 'host', 'launcher', 'nonce', 'onError'],
  mounted: follow,
  updated: follow,
  unmounted(this: Instance): void {
    this.unmountPorch?.();
  },
  render: (): null => null,
} as unknown as PorchComponent;
