import { it } from 'vitest';
import { playDesksShard } from './support/shard';

it('loses, doubles and misorders nothing between two processes of a desk (first half)', () =>
  playDesksShard(1));
