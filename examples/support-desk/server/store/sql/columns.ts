import { bigint } from 'drizzle-orm/pg-core';

/** Times are whole milliseconds: exact in a bigint, in JavaScript and, divided by 1,000, on the wire. */
export const time = (name: string) => bigint(name, { mode: 'number' });
