import type { NextConfig } from 'next';

export default {
  // Otherwise Next.js would include a parent folder with a lockfile.
  turbopack: { root: import.meta.dirname },
} satisfies NextConfig;
