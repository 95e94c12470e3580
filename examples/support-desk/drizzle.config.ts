import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` after a change of schema.ts writes the next migration, for both engines. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/store/sql/schema.ts',
  out: './server/store/sql/migrations',
});
