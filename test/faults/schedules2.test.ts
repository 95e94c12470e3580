import { it } from 'vitest';
import { playShard } from './support/shard';

it('loses, doubles and misorders nothing, whatever goes wrong (second half)', () => playShard(2));
