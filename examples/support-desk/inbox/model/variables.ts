import type { AgentConversation } from '../../shared/answers/conversations';
import { fillWith, type VariableValue } from '../../shared/fillVariables';
import { plainAddress } from './pageAddress';

/** What the variables of saved replies are about. */
export type VariablesOf = {
  conversation: Pick<AgentConversation, 'nameFrom' | 'displayName' | 'visitor' | 'fields'>;
  /** The name of the agent who writes. */
  agent: string;
  /** The team's name. */
  inbox: string;
  /** The name of a ticket field. */
  fieldName(id: string): string;
};

/** The variables and what each is, for the help. Those in brackets are names that the page chose. */
export const VARIABLES: readonly (readonly [name: string, words: string])[] = [
  ['visitor.name', 'the visitor’s name'],
  ['visitor.email', 'their email address'],
  ['visitor.phone', 'their phone number, if the page sets “phone”'],
  ['visitor.language', 'their language, in that language'],
  ['page.title', 'the title of the page they are on'],
  ['page.address', 'its address'],
  ['field.plan', 'what the page sets under “plan”, or a ticket field'],
  ['agent.name', 'the name of the agent who sends it'],
  ['inbox.name', 'the team’s name'],
];

const FIELD = /^field\.(.+)$/;

const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const languageOf = (locale: string | undefined): string => {
  try {
    return (locale && new Intl.DisplayNames([locale], { type: 'language' }).of(locale)) || '';
  } catch {
    return '';
  }
};

const setByPage = ({ conversation, fieldName }: VariablesOf, name: string): string => {
  const wanted = name.trim().toLowerCase();
  const property = conversation.visitor.properties?.find((one) => one.name.toLowerCase() === wanted);
  const field = conversation.fields.find(
    ({ id }) => id.toLowerCase() === wanted || fieldName(id).toLowerCase() === wanted,
  );
  return wordsOf(property?.value ?? field?.value);
};

const dropping = (value: string): VariableValue => ({ value, drops: true });

/** The value of a variable for a reply. A name that the desk generated is not used. */
const valueIn =
  (of: VariablesOf) =>
  (name: string): VariableValue | undefined => {
    const { visitor, nameFrom, displayName } = of.conversation;
    const field = FIELD.exec(name)?.[1];
    if (field !== undefined) return { value: setByPage(of, field) };
    switch (name) {
      case 'name':
      case 'visitor.name':
        return dropping(nameFrom === 'desk' ? '' : displayName);
      case 'agent':
      case 'agent.name':
        return dropping(of.agent);
      case 'inbox.name':
        return dropping(of.inbox);
      case 'visitor.email':
        return { value: visitor.email ?? '' };
      case 'visitor.phone':
        return { value: setByPage(of, 'phone') };
      case 'visitor.language':
        return { value: languageOf(visitor.locale) };
      case 'page.title':
        return { value: visitor.currentTitle ?? '' };
      case 'page.address':
        return { value: visitor.currentUrl ? plainAddress(visitor.currentUrl) : '' };
      default:
        return undefined;
    }
  };

/** Fills in the variables of a saved reply. What it cannot fill in stays, and `unfilled` finds it. */
export const fillFor = (text: string, of: VariablesOf): string => fillWith(text, valueIn(of));

const LEFT = /\{\{([^{}\n]*)\}\}/g;

/** What of a text is still in double braces, each once. */
export const unfilled = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(LEFT), ([whole]) => whole)),
];

/** Why a variable was not filled in, as a part of a sentence. */
export const unfilledWords = (braces: string): string => {
  const name = braces.slice(2, -2).split('|')[0]?.trim() ?? '';
  const isKnown = FIELD.test(name) || VARIABLES.some(([known]) => known === name);
  return isKnown ? `${braces} has no value here` : `${braces} is not a variable`;
};

/** Two visitors for previews: the desk knows everything about the first, and nothing about the second. */
export const EXAMPLES = {
  known: {
    nameFrom: 'login',
    displayName: 'Ana',
    fields: [],
    visitor: {
      appUserId: '',
      email: 'ana@example.com',
      locale: 'en',
      currentTitle: 'Prices',
      currentUrl: 'https://shop.example/prices',
      properties: [
        { name: 'phone', value: '+1 555 0100' },
        { name: 'plan', value: 'Basic' },
      ],
    },
  },
  unknown: { nameFrom: 'desk', displayName: '', fields: [], visitor: { appUserId: '' } },
} satisfies Record<string, VariablesOf['conversation']>;
