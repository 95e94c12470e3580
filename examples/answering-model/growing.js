/**
 * @typedef {{ _id: string, text: string, growing?: boolean }} Growing
 * @typedef {{ text?: string, references?: { uri: string, title: string }[], growing?: boolean }} Version
 */

const TIMEOUT_MS = 30_000;

/**
 * The calls for an answer that grows while the visitor reads it. They are additions of this desk, and missing from the
 * official client.
 * @param {Record<'DESK_URL' | 'KEY', string>} settings
 */
export const connectGrowing = ({ DESK_URL, KEY }) => {
  /** @param {string} method @param {string} path @param {object} body */
  const call = async (method, path, body) => {
    const response = await fetch(`${DESK_URL}/agent/api/conversations/${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    const { status } = response;
    throw Object.assign(new Error(`The desk: ${answer.error?.description}`), { status });
  };

  return {
    /**
     * Begins an answer, or finds the one with this `referenceId`.
     * @param {string} id a conversation's
     * @param {{ text: string, name: string, referenceId: string }} first
     * @returns {Promise<Growing>}
     */
    begin: async (id, first) =>
      (await call('POST', `${id}/messages`, { ...first, authorSubtypes: ['AI'], growing: true })).messages[0],

    /**
     * Sends the whole answer so far.
     * @param {string} id
     * @param {string} messageId
     * @param {Version} version
     * @returns {Promise<boolean>} `false` if it has ended: the visitor can stop it
     */
    grow: async (id, messageId, version) => {
      try {
        await call('PATCH', `${id}/messages/${messageId}`, version);
        return true;
      } catch (error) {
        if (/** @type {{ status?: number }} */ (error).status === 409) return false;
        throw error;
      }
    },
  };
};
