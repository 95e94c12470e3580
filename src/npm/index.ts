export type * from './calls.js';
export { type MountOptions, mount, zE } from './mount.js';
