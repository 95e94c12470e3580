import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { actsOf, withActs } from '../../model/acts';
import { fillFor, type VariablesOf } from '../../model/variables';
import type { Workspace } from '../../state/workspaceParts';

/** What the variables of a saved reply are about in a conversation. */
export const variablesFor = (
  workspace: Workspace,
  conversation: VariablesOf['conversation'],
): VariablesOf => ({
  conversation,
  agent: workspace.agentName,
  inbox: workspace.inboxName,
  fieldName: workspace.tagging.fieldName,
});

/** Lets the next reply do what a saved one does. @returns the text to insert */
export const pickSaved = (
  workspace: Workspace,
  conversation: AgentConversation,
  saved: AgentSavedReply,
): string => {
  const { nextActs } = workspace;
  nextActs.set(conversation._id, withActs(nextActs.of(conversation._id), actsOf(saved)));
  return fillFor(saved.text, variablesFor(workspace, conversation));
};

/** The name of an agent or a bot; undefined for somebody who left. */
export const nameOfAgent =
  ({ members, bots }: Workspace['team']) =>
  (id: string): string | undefined =>
    [...members.value, ...bots.value].find((one) => one.id === id)?.label;
