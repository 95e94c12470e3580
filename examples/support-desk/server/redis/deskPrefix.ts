import type { Redis } from 'ioredis';

/**
 * The prefix of everything that a desk stores in Redis, which separates desks on one Redis. The connection puts it
 * before each key; no other file names it.
 * @param desk the id of the desk's database
 */
export const deskPrefix = (desk: string): string => `porch:${desk}:`;

/** The name of a Redis channel. It is not a key, so the connection does not change it. */
export const channelName = ({ options }: Pick<Redis, 'options'>, name: string): string =>
  `${options.keyPrefix ?? ''}${name}`;

/** The name of all desks' events in earlier versions, whose processes still run during an upgrade. */
export const FORMER_STREAM = 'porch:events';

/**
 * The prefix of the id of each process that uses its desk's names. The ids of processes of earlier versions are hex
 * numbers.
 */
const OWN_NAMES = 'n-';

/**
 * The prefix of the id of each process that also publishes its events by topic. Those of earlier versions only add them
 * to the stream.
 */
export const OWN_TOPICS = `${OWN_NAMES}t-`;

/** Whether one of these processes only adds its events to the stream. */
export const hasEarlier = (processes: readonly string[]): boolean =>
  processes.some((id) => !id.startsWith(OWN_TOPICS));

/** Whether one of these processes is of a version that uses `FORMER_STREAM`. */
export const hasFormer = (processes: readonly string[]): boolean =>
  processes.some((id) => !id.startsWith(OWN_NAMES));
