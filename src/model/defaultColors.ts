// Const enums, because the compiler then writes each value where it is used. A shared module would cost every
// page that loads only the launcher the names of all colors.

/** The colors where the publisher sets none: warm white with near-black text. */
// biome-ignore lint/suspicious/noConstEnum: see above
export const enum Light {
  surface = '#fffdfa',
  elevated = '#ffffff',
  business = '#e8e3d9',
  ink = '#161a18',
  quiet = '#5c635f',
  error = '#b3261e',
  field = '#8c867a',
  message = '#0d4a36',
  action = '#0a7d4f',
  /** The launcher's badge. */
  badge = '#c62828',
}

/** The same in the dark scheme, designed on its own: a warm near-black. */
// biome-ignore lint/suspicious/noConstEnum: see above
export const enum Dark {
  surface = '#1a1816',
  elevated = '#24211e',
  business = '#2f2b27',
  ink = '#f4f0ea',
  quiet = '#b7b0a7',
  error = '#ff9387',
  field = '#857e74',
  message = '#16624a',
  action = '#148658',
}
