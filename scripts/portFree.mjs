/**
 * Exits with a message if another program uses the port of `npm start`. It runs first, because the steps before the
 * desk listens take long.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} why the desk cannot listen; the desk itself checks invalid values
 */
export const portProblem = async ({ PORT, HOST, PUBLIC_URL }) => {
  const port = Number(PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const server = createServer();
  try {
    const host = HOST || (PUBLIC_URL ? undefined : '127.0.0.1');
    await once(server.listen({ port, host }), 'listening');
    await once(server.close(), 'close');
    return undefined;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE'
      ? `Port ${port} is in use. Stop the other program, or set PORT to another number.`
      : undefined;
  }
};
