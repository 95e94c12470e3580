/** Made by `node scripts/methodTable.mjs`: `methods.ts` reads it. */
export const FACTOR = 267;
export const SIZE = 1823;
export const STEPS = '@fSd,*/gL4TIT0g-~I?>L[K0:K^19*7@$D,>L38AN(J(%@>;2?%;^)d()d%S';
