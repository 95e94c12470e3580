/** Runs the `curl` commands of the desk's README on a desk, with real ids in place of the examples'. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askAsAgent, createVisitor, write } from './deskCalls.mjs';

/** @typedef {import('./deskCalls.mjs').Visitor} Visitor */
/**
 * `visitor` has written a message; `linked` links a channel; `leaving` is deleted.
 * @typedef {{ origin: string, token: string, visitor: Visitor, linked: Visitor, leaving: Visitor }} Known
 */

/** The smallest PNG: one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** @param {string} code @returns {string[]} its commands, which may have several lines */
export const commandsIn = (code) =>
  code
    .split(/^(?=curl |\w+=)/m)
    .map((part) => part.replace(/^#.*$/gm, '').trim())
    .filter(Boolean);

/** @param {Known} known @returns {Promise<number>} the newest version of the settings */
const versionOf = async ({ origin, token }) => (await askAsAgent(origin, token, '/settings')).version ?? 0;

/**
 * The placeholders in commands, and how each gets its value from the desk.
 * @type {[placeholder: RegExp, value: (known: Known) => Promise<string> | string][]}
 */
const PLACEHOLDERS = [
  [/(?<=conversations\/)ID\b/, ({ visitor }) => visitor.conversation],
  [/(?<=DELETE \$api\/users\/)ID\b/, ({ leaving }) => leaving.user],
  [/(?<=users\/)ID\b/, ({ visitor }) => visitor.user],
  [/(?<=users\/)USER\b/, ({ linked }) => linked.user],
  [
    /(?<=signing-keys\/)ID\b/,
    async ({ origin, token }) => (await askAsAgent(origin, token, '/signing-keys')).signingKeys.at(-1).id,
  ],
  [
    /(?<=")MESSAGE(?=")/,
    async ({ origin, token, visitor }) => {
      const path = `/conversations/${visitor.conversation}/messages`;
      return (await askAsAgent(origin, token, path)).messages[0]._id;
    },
  ],
  [
    // A desk without a team has nobody to mention.
    /"AGENT"/,
    async ({ origin, token }) => {
      const [agent] = (await askAsAgent(origin, token, '/agents')).agents;
      return agent ? JSON.stringify(agent.id) : '';
    },
  ],
  [
    /(?<=calls\/)ID\b/,
    async ({ linked: { user, call } }) => (await call(`/appusers/${user}/calls`, {})).call.id,
  ],
  [/(?<=link-requests\/)CODE\b/, async ({ linked }) => (await linkRequestOf(linked)).code],
  [
    /(?<=clients\/)ID\b/,
    async ({ origin, token, linked }) => {
      const { conversation } = await askAsAgent(origin, token, `/conversations/${linked.conversation}`);
      return conversation.visitor.channels[0].id;
    },
  ],
  [
    /(?<=\/)MESSAGE(?= )/,
    async ({ origin, token, visitor }) =>
      (await askAsAgent(origin, token, `/conversations/${visitor.conversation}/messages`)).messages.findLast(
        (/** @type {{ growing?: boolean }} */ { growing }) => growing,
      )._id,
  ],
  [
    /(?<="received": )RECEIVED/,
    async ({ origin, token, visitor }) =>
      String(
        (await askAsAgent(origin, token, `/conversations/${visitor.conversation}/messages`)).messages.at(-1)
          .received,
      ),
  ],
  [
    /(?<=")AGENT(?=")/,
    async ({ origin, token }) => (await askAsAgent(origin, token, '/agents')).agents[0].id,
  ],
  [/(?<="base": )\d+/, async (known) => String(await versionOf(known))],
  [/(?<="version": )\d+/, () => '0'],
];

/** @param {Visitor} visitor */
const linkRequestOf = async ({ user, call }) =>
  (await call(`/appusers/${user}/linkrequest?integrationIds=whatsapp-1`)).linkRequests[0];

/** @param {string} command @param {Known} known */
const filledIn = async (command, known) => {
  let text = command;
  for (const [placeholder, value] of PLACEHOLDERS)
    if (placeholder.test(text)) text = text.replace(placeholder, await value(known));
  return text;
};

/**
 * @param {string[]} blocks of the README, in order
 * @param {{ place: import('./place.mjs').Place, origin: string, token: string }} where the desk is
 * @returns {Promise<number>} how many commands ran. Rejects with everything that the desk refused
 */
export const followAgentApi = async (blocks, { place, origin, token }) => {
  const [visitor, linked, leaving] = [
    await createVisitor(origin),
    await createVisitor(origin),
    await createVisitor(origin),
  ];
  const known = { origin, token, visitor, linked, leaving };
  for (const one of [visitor, linked, leaving]) await write(one, 'Do you have boots?');
  const folder = place.folder('agent-api');
  writeFileSync(join(folder, 'boots.png'), Buffer.from(PICTURE, 'base64'));
  const start = `curl() { command curl -sS --fail-with-body "$@"; }\napi=${origin}/agent/api\nauth="Authorization: Bearer ${token}"\njson="Content-Type: application/json"`;
  const commands = blocks.flatMap(commandsIn).filter((command) => command.startsWith('curl '));
  /** @type {string[]} */
  const refused = [];
  for (const command of commands) {
    const filled = await filledIn(command, known);
    await place.shell(`${start}\n${filled}`, { cwd: folder }).catch((error) => {
      refused.push(`${filled}\n${error.message}`);
    });
  }
  if (refused.length > 0) throw new Error(refused.join('\n'));
  return commands.length;
};
