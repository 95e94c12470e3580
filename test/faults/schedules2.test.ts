import { it } from 'vitest';
import { playShard } from './support/shard';

it('loses, doubles and misorders nothing under any fault (second half)', () => playShard(2));
