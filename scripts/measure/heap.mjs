/** Says what a heap snapshot of Chromium holds. */

/**
 * @typedef {object} Snapshot as `HeapProfiler.takeHeapSnapshot` sends it
 * @property {{ meta: { node_fields: string[], node_types: [string[], ...unknown[]] } }} snapshot
 * @property {number[]} nodes
 * @property {string[]} strings
 */
/** @typedef {{ bytes: number, count: number }} Held */

/**
 * @param {Snapshot} snapshot
 * @returns {{ kinds: Record<string, Held>, largest: { kind: string, name: string, bytes: number }[] }} what each kind of
 * node holds by itself, and the largest nodes
 */
export const readHeap = ({ snapshot: { meta }, nodes, strings }) => {
  const fields = meta.node_fields;
  const [types] = meta.node_types;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  /** @type {Record<string, Held>} */
  const kinds = {};
  const all = [];
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[nodes[at + (type ?? 0)] ?? 0] ?? '';
    const bytes = nodes[at + (size ?? 0)] ?? 0;
    kinds[kind] ??= { bytes: 0, count: 0 };
    kinds[kind].bytes += bytes;
    kinds[kind].count += 1;
    all.push({ kind, name: strings[nodes[at + (name ?? 0)] ?? 0] ?? '', bytes });
  }
  const largest = all.sort((a, b) => b.bytes - a.bytes).slice(0, 200);
  return { kinds, largest };
};
