import { defineConfig } from 'drizzle-kit';

/** After a change to schema.ts, `npx drizzle-kit generate`, run in this folder, writes the next migration, for both databases. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/store/sql/schema.ts',
  out: './server/store/sql/migrations',
});
