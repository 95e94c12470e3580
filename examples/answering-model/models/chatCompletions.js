/** @typedef {import('./model.js').Model} Model */

/** How long an answer may take. */
const MOST_MS = 120_000;
/** The model's text if it does not know the answer. */
const NO_ANSWER = 'HAND_OVER';
const INSTRUCTIONS = `You answer customers of a shop in a chat, in their language, in at most five sentences and without
formatting. Say only what you know for certain. If you do not, or if they want a person, answer with ${NO_ANSWER} alone.`;

/** Reads the data of server-sent events, one by one. @param {ReadableStream<Uint8Array>} body */
const dataOf = async function* (body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (body))) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim();
  }
};

/** @param {Response} response @returns {AsyncGenerator<string>} the answer's text, piece by piece */
const textOf = async function* (response) {
  if (!response.ok || !response.body) throw new Error(`The model has refused: status ${response.status}`);
  for await (const data of dataOf(response.body)) {
    if (data === '[DONE]') return;
    yield JSON.parse(data).choices[0]?.delta?.content ?? '';
  }
  throw new Error('The model has broken off');
};

/**
 * A model behind the chat completions API of many services and servers, such as Ollama, vLLM and llama.cpp.
 * @param {{ url: string, name: string, key: string }} where `url` as in `http://127.0.0.1:11434/v1`
 * @returns {Model}
 */
export const createChatCompletions = ({ url, name, key }) =>
  async function* (turns, signal) {
    const messages = turns.map(({ role, text }) => ({ role, content: text }));
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: name,
        stream: true,
        messages: [{ role: 'system', content: INSTRUCTIONS }, ...messages],
      }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]),
    });
    // Text that may become "I do not know" is held back.
    let held = '';
    for await (const text of textOf(response)) {
      held += text;
      if (NO_ANSWER.startsWith(held)) continue;
      if (held.startsWith(NO_ANSWER)) break;
      yield { text: held };
      held = '';
    }
    if (held.startsWith(NO_ANSWER)) yield { handOver: true };
    else if (held) yield { text: held };
  };
