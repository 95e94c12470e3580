/**
 * @typedef {ReturnType<typeof createBridge>} Bridge
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./desk.js').Message} Message
 * @typedef {{ id: string, name: string, email?: string }} Visitor `email` only if signed in: others can claim any
 * address
 */

/**
 * The other inbox. A place is the id of one of its conversations, such as a thread.
 * @typedef {object} Inbox
 * @property {(conversationId: string, visitor: Visitor) => Promise<string>} open creates a place
 * @property {(conversationId: string, visitor: Visitor) => Promise<string | undefined>} find finds a place created
 * earlier
 * @property {(place: string) => Promise<Set<string>>} copied the ids of the messages in a place
 * @property {(place: string, message: Message) => Promise<unknown>} post copies a message
 */

/** @param {import('./desk.js').User} user @param {readonly Message[]} messages @returns {Visitor} */
const visitorOf = ({ id, externalId, profile }, messages) => {
  const name = messages.find(({ author }) => author.type === 'user')?.author.displayName ?? 'A visitor';
  return { id, name, ...(externalId && { email: profile?.email }) };
};

/**
 * A message as plain text.
 * @param {Message} message
 * @returns {string}
 */
export const textOf = ({ content }) => {
  const { type, text, textFallback, mediaUrl, altText, coordinates, items, fields } = content;
  const parts = [text ?? textFallback];
  if (mediaUrl) parts.push(altText ? `${altText}: ${mediaUrl}` : mediaUrl);
  if (coordinates) parts.push(`https://www.openstreetmap.org/#map=16/${coordinates.lat}/${coordinates.long}`);
  if (items) parts.push(...items.map((/** @type {{ title: string }} */ { title }) => `• ${title}`));
  if (type === 'form')
    parts.push(...fields.map((/** @type {{ label: string }} */ { label }) => `▢ ${label}`));
  return parts.filter(Boolean).join('\n') || `(${type})`;
};

/**
 * Connects the desk's conversations with another inbox. It stores its state in the conversation's metadata: the place
 * in the other inbox, and when the last copied message was received.
 * @param {object} given
 * @param {Desk} given.desk
 * @param {string} given.name the bridge's name in calls
 * @param {string} given.prefix the prefix of the names in the metadata
 * @param {Inbox} given.inbox
 */
export const createBridge = ({ desk, name, prefix, inbox }) => {
  const PLACE = `${prefix}_place`;
  const COPIED = `${prefix}_copied`;
  const ORIGIN = `${prefix}_message`;

  /**
   * Whether a conversation is assigned to people or the bridge, not to another bot.
   * @param {import('./desk.js').Conversation} conversation
   */
  const isForPeople = ({ activeSwitchboardIntegration: active }) =>
    active.integrationType !== 'custom' || active.name === name;

  /** @param {string} id @param {readonly Message[]} messages @param {boolean} again */
  const placeFor = async (id, messages, again) => {
    const visitor = visitorOf(await desk.visitor(id), messages);
    const place = (again && (await inbox.find(id, visitor))) || (await inbox.open(id, visitor));
    await desk.note(id, { [PLACE]: place });
    return place;
  };

  return {
    /**
     * Copies the new messages of a conversation, unless another bot has it. An event only signals that there may be new
     * ones, so repeated or late events lose and double nothing, and a conversation that a bot hands over comes with all
     * its messages.
     * @param {string} id
     * @param {{ again: boolean }} `again` after a failure: it checks what has already been copied
     */
    copyNew: async (id, { again }) => {
      const conversation = await desk.conversation(id);
      if (!isForPeople(conversation)) return;
      const { metadata = {} } = conversation;
      const messages = await desk.messagesSince(id, metadata[COPIED]);
      const news = messages.filter((message) => message.metadata?.[ORIGIN] === undefined);
      if (news.length === 0) return;
      const place = metadata[PLACE] ?? (await placeFor(id, messages, again));
      const there = again ? await inbox.copied(place) : new Set();
      for (const message of news) {
        if (!there.has(message.id)) await inbox.post(place, message);
        await desk.note(id, { [COPIED]: message.received });
      }
    },

    /**
     * Sends an answer from the other inbox to the visitor, once for each id. The conversation is then assigned to the
     * bridge.
     * @param {string} id
     * @param {{ id: string, author: { name: string, picture?: string }, content: import('./desk.js').Content }} answer
     */
    answer: async (id, { id: origin, author, content }) => {
      const { activeSwitchboardIntegration: active } = await desk.conversation(id);
      if (active.name !== name) await desk.pass(id, name);
      await desk.say(id, {
        author: {
          type: 'business',
          displayName: author.name,
          ...(author.picture && { avatarUrl: author.picture }),
        },
        content: { ...content, referenceId: `${prefix}-${origin}` },
        metadata: { [ORIGIN]: origin },
      });
    },

    /** Passes a conversation to the first responder, such as a bot, unless one already has it. @param {string} id */
    giveBack: async (id) => {
      if (isForPeople(await desk.conversation(id))) await desk.release(id);
    },
  };
};
