/** What the tests use of the official client, which has no types. */
declare module 'sunshine-conversations-client' {
  type Authentication = { username?: string; password?: string };

  class ApiClient {
    basePath: string;
    authentications: { basicAuth: Authentication };
  }

  /** The calls and models of the client. Its models are classes. */
  const client: {
    ApiClient: typeof ApiClient;
  } & Record<string, new (...given: never[]) => Record<string, (...given: unknown[]) => Promise<unknown>>>;

  export default client;
}
