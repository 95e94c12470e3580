import { once } from 'node:events';
import { attacks, type Target } from './hostileRuns';

/**
 * A process that prints a line once it has loaded, attacks from the first line of its input until the input ends, and
 * then prints how often each status was answered. Its arguments are the attack's name and its target.
 */
const [name, target] = process.argv.slice(2);
const attack = attacks(false).find((one) => one.name === name);
if (!attack || target === undefined) throw new Error(`There is no attack '${name}'`);
let isOver = false;
process.stdin.on('end', () => {
  isOver = true;
});
const begun = once(process.stdin, 'data');
console.log('ready');
await begun;
process.stdin.resume();
const tally = await attack.run(JSON.parse(target) as Target, () => isOver);
process.stdout.write(JSON.stringify([...tally]), () => process.exit());
