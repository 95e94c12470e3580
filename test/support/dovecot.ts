import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ImapPlace, readImapPlace } from '../../examples/support-desk/server/mail/imapPlace';
import { findDovecot } from '../../scripts/setup.mjs';
import { certify } from './certificate';
import { findPort } from './process';

/** The path of dovecot; without it, the tests that need it are skipped. */
export const DOVECOT = findDovecot();

/** A mailbox on an IMAP server of a test's own, on loopback. */
export type Dovecot = {
  /** The folder with its data, log and certificate. */
  folder: string;
  port: number;
  /** The address for IMAP_URL. */
  url: string;
  /** Puts a mail into the mailbox, as a mail server that takes it does. */
  deliver(mail: Buffer | string): void;
  /** The flags of all mails, in the order of delivery: letters of Maildir, such as `S` for read. */
  flags(): string[];
  /** Deletes all mails. */
  empty(): void;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
};

export const USER = 'help@shop.example';
export const PASSWORD = 'secret words';

const nobody = () => (process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {});

const nameOf = (flag: '-un' | '-gn', id: number): string =>
  execFileSync('id', [flag, String(id)], { encoding: 'utf8' }).trim();

/** `imaps` is set where the server has TLS. */
type Ports = { imap: number; imaps?: number };

const tlsOf = (imaps: number | undefined, folder: string): string =>
  imaps === undefined
    ? 'ssl = no'
    : `ssl = yes\nssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem`;

/** Everything runs as one user, so that no right is needed. */
const configOf = (folder: string, ports: Ports, { uid, gid }: { uid: number; gid: number }): string => {
  const [user, group] = [nameOf('-un', uid), nameOf('-gn', uid)];
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${tlsOf(ports.imaps, folder)}
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
mail_location = maildir:${folder}/maildir
mail_fsync = never
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/passwd
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps ?? 0}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
};

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer];
    return greeting.toString().startsWith('* OK');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/**
 * Makes and starts a server. The caller closes it.
 * @param tls whether it has TLS, on a port of its own and by STARTTLS, with a self-signed certificate
 */
export const startDovecot = async ({
  tls = false,
} = {}): Promise<Dovecot & { imaps: number | undefined }> => {
  if (!DOVECOT) throw new Error('There is no dovecot on this machine');
  const program = DOVECOT;
  const folder = mkdtempSync(join(tmpdir(), 'porch-dovecot-'));
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = nobody();
  const own = (path: string): void => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
  };
  const make = (path: string): string => {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    own(path);
    return path;
  };
  make(folder);
  for (const name of ['run', 'state', 'home', 'maildir', 'maildir/cur', 'maildir/new', 'maildir/tmp'])
    make(join(folder, name));
  const port = await findPort();
  const imaps = tls ? await findPort() : undefined;
  const secrets = tls ? Object.values(certify(folder)) : [];
  writeFileSync(join(folder, 'passwd'), `${USER}:${PASSWORD}::::::\n`);
  writeFileSync(join(folder, 'dovecot.conf'), configOf(folder, { imap: port, imaps }, { uid, gid }));
  for (const path of [join(folder, 'passwd'), join(folder, 'dovecot.conf'), ...secrets]) own(path);
  let running: { child: ChildProcess; exited: Promise<unknown> } | undefined;
  let count = 0;

  const start = async (): Promise<void> => {
    const args = ['-F', '-c', join(folder, 'dovecot.conf')];
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], uid, gid, cwd: folder });
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    running = { child, exited: once(child, 'exit') };
    while (!(await answers(port))) {
      if (child.exitCode !== null) {
        const log = join(folder, 'log');
        throw new Error(
          `dovecot did not start: ${errors}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`,
        );
      }
      await wait(20);
    }
  };
  const stop = async (): Promise<void> => {
    running?.child.kill('SIGTERM');
    await running?.exited;
    running = undefined;
  };
  /** All mails: the file's name begins with the number of its delivery. */
  const files = (): { folder: string; name: string }[] =>
    ['new', 'cur']
      .flatMap((part) => {
        const path = join(folder, 'maildir', part);
        return readdirSync(path).map((name) => ({ folder: path, name }));
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  await start();
  return {
    folder,
    port,
    imaps,
    url: `imap://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`,
    deliver: (mail) => {
      const name = `${String(1_800_000_000 + count++)}.M0P0.test`;
      const coming = join(folder, 'maildir/tmp', name);
      writeFileSync(coming, mail);
      own(coming);
      renameSync(coming, join(folder, 'maildir/new', name));
    },
    flags: () => files().map(({ name }) => /:2,(\w*)$/.exec(name)?.[1] ?? ''),
    empty: () => {
      for (const { folder: path, name } of files()) rmSync(join(path, name));
    },
    stop,
    start,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The place of a mailbox, as the desk reads it from IMAP_URL. */
export const placeOf = ({ url }: Dovecot): ImapPlace => {
  const read = readImapPlace(url);
  if ('problem' in read) throw new Error(read.problem);
  return read.place;
};
