/** Reads what a heap snapshot of Chromium holds. */

/**
 * @typedef {object} Snapshot as `HeapProfiler.takeHeapSnapshot` sends it
 * @property {{ meta: { node_fields: string[], node_types: [string[], ...unknown[]] } }} snapshot
 * @property {number[]} nodes
 * @property {string[]} strings
 */
/** @typedef {{ bytes: number, count: number }} Held */

/**
 * A readable name for each type of node. Types not listed here are outside the engine's heap: the browser's own objects,
 * and the text of scripts.
 */
const KINDS = /** @type {Record<string, string>} */ ({
  code: 'code',
  string: 'strings',
  'concatenated string': 'strings',
  'sliced string': 'strings',
  'object shape': 'shapes of objects',
  array: 'arrays and tables',
  closure: 'functions',
  object: 'objects',
});

/**
 * @param {Snapshot} snapshot
 * @returns {Record<string, Held>} what the nodes of each kind hold, without what they refer to; `script text` and
 * `outside` are not in the engine's heap
 */
export const readHeap = ({ snapshot: { meta }, nodes, strings }) => {
  const fields = meta.node_fields;
  const [types] = meta.node_types;
  const [type = 0, name = 0, size = 0] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  /** @type {Record<string, Held>} */
  const kinds = {};
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[nodes[at + type] ?? 0] ?? '';
    const isText = kind === 'native' && strings[nodes[at + name] ?? 0]?.endsWith('ExternalStringData');
    const known = isText ? 'script text' : kind === 'native' ? 'outside' : (KINDS[kind] ?? 'other');
    const { bytes, count } = kinds[known] ?? { bytes: 0, count: 0 };
    kinds[known] = { bytes: bytes + (nodes[at + size] ?? 0), count: count + 1 };
  }
  return kinds;
};
