import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { agentConversation } from '../../../shared/answers/conversations';
import { agentMessage } from '../../../shared/answers/messages';
import { AGENT_RULES, type AgentRoute, type RouteRule } from '../agentRules';
import { ACCOUNT_OPERATIONS } from './accountOperations';
import { CONVERSATION_OPERATIONS } from './conversationOperations';
import { DESK_OPERATIONS } from './deskOperations';
import { MESSAGE_OPERATIONS } from './messageOperations';
import type { Operation } from './operation';
import { SAVED_REPLY_OPERATIONS } from './savedReplyOperations';
import { VIEW_OPERATIONS } from './viewOperations';

type Json = Record<string, unknown>;

const OPERATIONS: Readonly<Record<AgentRoute, Operation>> = {
  ...ACCOUNT_OPERATIONS,
  ...CONVERSATION_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...VIEW_OPERATIONS,
  ...SAVED_REPLY_OPERATIONS,
  ...DESK_OPERATIONS,
};

const errorAnswer = v.object({ error: v.looseObject({ code: v.string(), description: v.string() }) });

/** The schemas that many answers share, by name. */
const SHARED = { Conversation: agentConversation, Message: agentMessage };

/** What JSON Schema cannot express, such as a check by code, is left out. */
const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

const schemaOf = (schema: v.GenericSchema<unknown, unknown>): Json => {
  const { $schema, $defs, ...own } = toJsonSchema(schema, { ...CONVERSION, definitions: SHARED });
  return own;
};

const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

const FORM = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { source: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['source'],
    },
  },
};

const bodyOf = ({ body, example, isUpload }: Operation): Json => {
  if (isUpload) return { requestBody: { required: true, content: FORM } };
  return body ? { requestBody: { required: true, content: json(schemaOf(body), example) } } : {};
};

const answersOf = (route: string, operation: Operation): Json => {
  const { answer = v.object({}), media, status = 200, errors = [] } = operation;
  const content = media ? { [media]: { schema: { type: 'string' } } } : json(schemaOf(answer));
  const refusals = [400, 401, 403, ...(route.includes(':') ? [404] : []), ...errors];
  return {
    [status]: { description: 'Done', content },
    // A repeat with the same `referenceId`.
    ...(status === 201 && operation.body ? { 200: { description: 'Done before', content } } : {}),
    ...Object.fromEntries(refusals.map((one) => [one, { $ref: '#/components/responses/Refused' }])),
  };
};

const callersOf = (rule: RouteRule): string => {
  if (rule === 'open') return 'Anybody.';
  if (rule === 'any') return 'Every agent and every API key.';
  const keys = rule.scope ? `, and API keys with the scope \`${rule.scope}\`` : '';
  return `${rule.role === 'admin' ? 'Admins' : 'Agents'}${keys}.`;
};

const securityOf = (rule: RouteRule): Json[] => {
  if (rule === 'open') return [];
  return [{ session: [] }, ...(rule === 'any' || rule.scope ? [{ key: [] }] : [])];
};

const parametersOf = (path: string, { query = [] }: Operation): Json[] => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...query.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
];

const pathsOf = (): Record<string, Json> => {
  const paths: Record<string, Json> = {};
  for (const [route, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = route.split(' ');
    const rule = AGENT_RULES[route as AgentRoute];
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = {
      ...paths[key],
      [method.toLowerCase()]: {
        summary: operation.summary,
        description: callersOf(rule),
        security: securityOf(rule),
        parameters: parametersOf(path, operation),
        ...bodyOf(operation),
        responses: answersOf(route, operation),
      },
    };
  }
  return paths;
};

/** The OpenAPI document of the agent API, made from the schemas of its bodies and answers, without `servers`. */
export const createDocument = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Agent API of the support desk',
    version: '1',
    description: 'Times are float seconds since 1970. Unknown fields of bodies are dropped.',
  },
  paths: pathsOf(),
  components: {
    schemas: toJsonSchemaDefs(SHARED, CONVERSION),
    responses: { Refused: { description: 'Refused', content: json(schemaOf(errorAnswer)) } },
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: 'porch_session' },
      key: { type: 'http', scheme: 'bearer' },
    },
  },
});
