import type { AgentSavedReply } from '../../shared/answers/work';

/** The saved replies with all words of a search, which may be in the shortcut, the folder or the text. */
export const searchReplies = (replies: readonly AgentSavedReply[], query: string): AgentSavedReply[] => {
  const words = query.toLowerCase().replaceAll('/', ' ').split(/\s+/).filter(Boolean);
  return replies.filter(({ shortcut, folder, text }) => {
    const all = `${shortcut} ${folder} ${text}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
};

/** The names of the folders, in order. */
export const foldersOf = (replies: readonly AgentSavedReply[]): string[] =>
  [...new Set(replies.map(({ folder }) => folder))].filter(Boolean).sort((a, b) => a.localeCompare(b, 'en'));

/** The replies by folder, in order; those without one come first. */
export const byFolder = (
  replies: readonly AgentSavedReply[],
): { folder: string; replies: AgentSavedReply[] }[] =>
  ['', ...foldersOf(replies)].flatMap((folder) => {
    const inside = replies.filter((reply) => reply.folder === folder);
    return inside.length > 0 ? [{ folder, replies: inside }] : [];
  });

/** What a saved reply names that is not there, as sentences; a tag may be a new one. */
export const goneIn = (
  { acts, files }: Pick<AgentSavedReply, 'acts' | 'files'>,
  known: { isThere(agentId: string): boolean; unusedTags: readonly string[] },
): string[] => [
  ...acts.flatMap((act) => {
    if (act.act === 'tag')
      return known.unusedTags.includes(act.tag) ? [`No conversation has the tag ${act.tag}.`] : [];
    if (act.act !== 'assign' || act.agentId === undefined || known.isThere(act.agentId)) return [];
    return ['It assigns to somebody who left the team.'];
  }),
  ...files.flatMap(({ fileName, mediaUrl }) =>
    mediaUrl === undefined ? [`The file ${fileName} is no longer there.`] : [],
  ),
];
