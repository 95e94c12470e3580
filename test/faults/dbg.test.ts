import { it } from 'vitest';
import { play } from './support/play';
it('dbg', async () => {
  (globalThis as any).TRACE = true;
  const { problems, world } = await play(JSON.parse(process.env.SCHEDULE ?? ''));
  console.log(problems, world.tabs.map((t) => t.reports));
});
