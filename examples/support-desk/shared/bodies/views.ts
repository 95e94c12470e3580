import * as v from 'valibot';
import { LIST_SORTS, LIST_VIEWS } from '../lists';
import { words } from './parts';

/** The bodies of views that agents save. */

const YEAR_S = 366 * 86_400;

/**
 * What the list shows: a part of the inbox, and of that what an agent or a program has, what has a tag, whose visitors
 * have waited at least `waits` seconds, and what a search finds.
 */
export const listFilter = v.object({
  view: v.picklist(LIST_VIEWS),
  agentId: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/))),
  tag: v.optional(words(300)),
  waits: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(YEAR_S))),
  search: v.optional(words(200)),
  sort: v.optional(v.picklist(LIST_SORTS)),
});
export type ListFilter = v.InferOutput<typeof listFilter>;

/**
 * `POST /views` adds a view, `POST …/{id}` changes one; both answer `{view}`, and 409 `conflict` if another view has the
 * name. `POST …/{id}/delete` deletes one. A `shared` view is the team's, and stays it; keys have no other. `savedAt` is
 * that of the view as the agent read it: 409 `conflict` if somebody has changed it since.
 */
export const viewBody = v.object({
  name: words(60),
  shared: v.boolean(),
  filter: listFilter,
  savedAt: v.optional(v.number()),
});
export type AgentViewBody = v.InferInput<typeof viewBody>;
