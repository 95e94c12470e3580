import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Certificate, certify } from './certificate';
import type { Desk } from './desk';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * The nginx server block of a proxy on a loopback port in front of a desk. `more` is added to its location.
 */
export const proxyOn = (port: number, desk: Pick<Desk, 'origin'>, more: string): string => `
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${desk.origin};
      proxy_set_header Host $http_host;
      ${more}
    }
  }`;

/** An example without its server on port 80. @throws where there is none */
export const withoutHttp = (example: string): string => {
  const text = example.replace(/^server \{\n +listen 80;.*?^\}\n/ms, '');
  if (text === example) throw new Error('the example has no server on port 80');
  return text;
};

/** The example of the desk's README, adapted to these ports and to a self-signed certificate. */
export const exampleOn = (port: number, desk: Pick<Desk, 'origin'>, certificate: Certificate): string => {
  const file = new URL('../../examples/support-desk/deploy/nginx.conf', import.meta.url);
  const changes: [string, string][] = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['server 127.0.0.1:8080;', `server ${new URL(desk.origin).host};`],
    ['/etc/letsencrypt/live/help.example/fullchain.pem', certificate.cert],
    ['/etc/letsencrypt/live/help.example/privkey.pem', certificate.key],
  ];
  return changes.reduce(
    (text, [example, here]) => {
      if (!text.includes(example)) throw new Error(`the example no longer has: ${example}`);
      return text.replace(example, here);
    },
    withoutHttp(readFileSync(fileURLToPath(file), 'utf8')),
  );
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

/**
 * Runs a real nginx with its own folder, configuration and temporary files. The caller closes it.
 * @param serversOf returns the content of its `http` block
 * @param port one of the ports it listens on
 */
export const startNginx = async (
  nginx: string,
  port: number,
  serversOf: (certificate: { cert: string; key: string }) => string,
): Promise<{ close(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
events { worker_connections 8192; }
http {
  access_log off;
  ${TEMPORARY.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${serversOf(certify(folder))}
}
`,
  );
  const child = spawn(nginx, ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${errors}`);
    await wait(20);
  }
  return {
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
};
