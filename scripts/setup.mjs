/** Installs missing dependencies: the packages of the lockfile and, for tests, Chromium, Firefox, WebKit, nginx, PostgreSQL, Redis and dovecot. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, once, root, run } from './run.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(`Porch needs Node 20.11 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Installs the packages of a folder's lockfile, unless they are already installed. Exits if npm fails.
 * @param {string} [folder] with a `package-lock.json`; relative to the repository, which is the default
 */
export const installPackages = async (folder = '.') => {
  const lock = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
  await once(join(folder, 'node_modules/.porch-installed'), lock, async () => {
    console.log(folder === '.' ? 'Installing packages …' : `Installing the packages of ${folder} …`);
    const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    if ((await run(npm, args, { quiet: true })) !== 0) {
      console.error('npm could not install the packages; its output above says why.');
      process.exit(1);
    }
  });
};

/** @param {string[]} paths @returns {string | undefined} the first path that is an executable file */
const runnable = (paths) =>
  paths.find((path) => {
    try {
      if (path) accessSync(path, constants.X_OK);
      return !!path;
    } catch {
      return false;
    }
  });

/** Whether this machine can install what the tests need: Linux with apt-get. */
export const mayInstall = () => process.platform === 'linux' && !!runnable(['/usr/bin/apt-get']);

/** Installs Debian packages, except those unknown to this system. @param {string[]} packages */
const installDebian = async (...packages) => {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  /** @param {string[]} args */
  const apt = (...args) => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args];
    return run(command, rest, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  /** @param {string[]} names */
  const install = (...names) => apt('install', '-y', '--no-install-recommends', ...names);
  // An outdated list would install an older Chromium, which behaves differently.
  for (let tries = 0; tries < 3; tries++)
    if ((await apt('update', '-o', 'APT::Update::Error-Mode=any')) === 0) break;
  if ((await install(...packages)) === 0 || packages.length === 1) return;
  // A single unknown package makes apt-get refuse them all.
  for (const name of packages) await install(name);
};

const CHROMIUM = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns {string | undefined} the path of an executable Chromium */
export const findChromium = () => runnable(CHROMIUM);

/** @returns {string | undefined} the path of Chromium's headless shell: the same engine without windows */
export const findHeadlessShell = () =>
  runnable([process.env.HEADLESS_SHELL_PATH ?? '', '/usr/bin/chromium-headless-shell']);

/** The scripts in the screenshots, by fontconfig's names, each with the Debian package of a font for it. */
const FONTS = /** @type {[string, string][]} */ ([
  [':lang=en', 'fonts-liberation'],
  [':lang=ar', 'fonts-noto-core'],
  [':lang=und-zsye', 'fonts-noto-color-emoji'],
]);

/** @returns {string[]} the Debian packages of the missing fonts */
const missingFonts = () =>
  FONTS.filter(([script]) => {
    const { stdout, error } = spawnSync('fc-list', [script, 'family'], { encoding: 'utf8' });
    // Systems without fontconfig have their own fonts.
    return !error && !stdout.trim();
  }).map(([, name]) => name);

/** Installs the fonts for readable screenshots. No test needs them. */
export const installFonts = async () => {
  const missing = missingFonts();
  if (missing.length === 0) return;
  console.log('Installing fonts …');
  await installDebian(...missing);
  const still = missingFonts();
  if (still.length > 0) console.warn(`Some letters will be boxes: install ${still.join(' and ')}.`);
};

const CHROMIUM_PACKAGES = ['chromium', 'fonts-liberation'];

/**
 * Installs Debian's Chromium if none is found. If that fails, prints what to do.
 * @returns {Promise<string>} its path
 */
export const installChromium = async () => {
  if (!findChromium()) {
    console.log('Installing Chromium …');
    await installDebian(...CHROMIUM_PACKAGES);
  }
  const installed = findChromium();
  if (installed) return installed;
  console.error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
  process.exit(1);
};

/** @returns {string | undefined} the path of an executable nginx */
export const findNginx = () =>
  runnable([
    process.env.NGINX_PATH ?? '',
    '/usr/sbin/nginx',
    '/usr/local/bin/nginx',
    '/opt/homebrew/bin/nginx',
  ]);

/** @returns {string | undefined} the folder of PostgreSQL's programs; Debian keeps one for each version */
export const findPostgres = () => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.POSTGRES_PATH ?? '',
    ...versions.map((version) => join(debian, version, 'bin')),
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  return folders.find((folder) => runnable([join(folder, 'initdb')]) && runnable([join(folder, 'postgres')]));
};

/** Installs Debian's PostgreSQL if none is found. If that fails, the tests that need it are skipped. */
export const installPostgres = async () => {
  if (findPostgres() || !mayInstall()) return;
  console.log('Installing PostgreSQL …');
  await installDebian('postgresql');
};

/** @returns {string | undefined} the path of an executable Redis server */
export const findRedis = () =>
  runnable([
    process.env.REDIS_PATH ?? '',
    '/usr/bin/redis-server',
    '/usr/local/bin/redis-server',
    '/opt/homebrew/bin/redis-server',
  ]);

/** @returns {string | undefined} the path of an executable dovecot, a mail server with IMAP */
export const findDovecot = () =>
  runnable([process.env.DOVECOT_PATH ?? '', '/usr/sbin/dovecot', '/usr/local/sbin/dovecot']);

/** @returns {string | undefined} the path of an executable PHP */
export const findPhp = () =>
  runnable([process.env.PHP_PATH ?? '', '/usr/bin/php', '/usr/local/bin/php', '/opt/homebrew/bin/php']);

/** Installs Debian's openssl if none is found. If that fails, the step that needs a certificate reports it. */
export const installOpenssl = async () => {
  if (!spawnSync('openssl', ['version']).error || !mayInstall()) return;
  console.log('Installing openssl …');
  await installDebian('openssl');
};

/** @returns {string | undefined} the path of an executable Firefox */
export const findFirefox = () =>
  runnable([process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']);

/** Where Debian keeps WebKitGTK's small browser, by machine and version. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].map(
    (version) => `/usr/lib/${machine}-linux-gnu/${version}/MiniBrowser`,
  ),
);

/** @returns the paths of WebKit's driver, a browser for it and a virtual display */
export const findWebKit = () => {
  const driver = runnable(['/usr/bin/WebKitWebDriver']);
  const browser = runnable(MINI_BROWSERS);
  const display = runnable(['/usr/bin/Xvfb']);
  return driver && browser && display ? { driver, browser, display } : undefined;
};

/**
 * Installs everything that the browser tests need from Debian at once, because each installation reads and updates the
 * lists of all packages. Without the headless shell, which opens pages four times as fast, the tests run in Chromium
 * itself. Without nginx, PHP, PostgreSQL, Redis, dovecot, Firefox or WebKit, their tests are skipped and report so.
 * @param {{ all?: boolean }} [needs] whether more than Chromium
 */
export const installForTests = async ({ all = true } = {}) => {
  const missing = [
    ...(findChromium() ? [] : CHROMIUM_PACKAGES),
    ...(findHeadlessShell() ? [] : ['chromium-headless-shell']),
    ...(!all || findNginx() ? [] : ['nginx-light', 'openssl']),
    ...(!all || findPhp() ? [] : ['php-cli']),
    ...(!all || findPostgres() ? [] : ['postgresql']),
    ...(!all || findRedis() ? [] : ['redis-server']),
    ...(!all || findDovecot() ? [] : ['dovecot-imapd']),
    ...(!all || findFirefox() ? [] : ['firefox-esr']),
    ...(!all || findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb']),
    // Pages of the tests use these old libraries, which are not on npm.
    ...(!all || existsSync('/usr/share/javascript/mootools') ? [] : ['libjs-mootools', 'libjs-prototype']),
  ];
  if (missing.length === 0 || !mayInstall()) return;
  console.log(`Installing ${missing.join(', ')} …`);
  await installDebian(...missing);
  if (!findHeadlessShell()) console.warn('Without Chromium’s headless shell, the browser tests take longer.');
};
