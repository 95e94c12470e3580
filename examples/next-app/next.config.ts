import type { NextConfig } from 'next';

export default {
  // Otherwise Next.js takes a folder above that has a lockfile, too.
  turbopack: { root: import.meta.dirname },
} satisfies NextConfig;
