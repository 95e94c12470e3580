/**
 * What every model is here, so that one can take the place of another.
 *
 * @typedef {{ role: 'user' | 'assistant', text: string }} Turn
 * @typedef {{ text: string } | { source: { uri: string, title: string } } | { handOver: true }} Part more of the answer, a
 * page that it is from, or that people should answer
 * @typedef {(turns: Turn[], signal: AbortSignal) => AsyncIterable<Part>} Model answers the last turn, until the
 * signal is aborted. It throws where the answer breaks off
 */
export {};
