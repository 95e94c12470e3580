/** What the tests and the examples use of the official client, which has no types. */
declare module 'sunshine-conversations-client' {
  type Authentication = { username?: string; password?: string };

  class ApiClient {
    basePath: string;
    timeout: number;
    authentications: { basicAuth: Authentication };
  }

  // biome-ignore lint/suspicious/noExplicitAny: The client has no types; its answers are as the API has them.
  type Call = (...given: unknown[]) => Promise<any>;
  type Api<Names extends string> = new (client: ApiClient) => Record<Names, Call>;

  /** The calls and models of the client. Its models are classes. */
  const client: {
    ApiClient: typeof ApiClient;
    ActivitiesApi: Api<'postActivity'>;
    ConversationsApi: Api<'getConversation' | 'updateConversation'>;
    MessagesApi: Api<'postMessage' | 'listMessages'>;
    ParticipantsApi: Api<'listParticipants'>;
    SwitchboardActionsApi: Api<'passControl' | 'releaseControl'>;
    UsersApi: Api<'getUser'>;
  } & Record<string, new (...given: never[]) => Record<string, (...given: unknown[]) => Promise<unknown>>>;

  export default client;
}
