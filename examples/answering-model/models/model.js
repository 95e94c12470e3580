/**
 * The interface of every model, so that one can replace another.
 *
 * @typedef {{ role: 'user' | 'assistant', text: string }} Turn
 * @typedef {{ text: string } | { source: { uri: string, title: string } } | { handOver: true }} Part more of the
 * answer, a page that it is from, or a request that people answer
 * @typedef {(turns: Turn[], signal: AbortSignal) => AsyncIterable<Part>} Model answers the last turn, until the signal
 * is aborted. Throws if the answer breaks off
 */
export {};
