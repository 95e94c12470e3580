import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CannotMeasure } from './failure.mjs';

const COMMANDS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge',
];
const ON_MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `Applications/${name}.app/Contents/MacOS/${name}`,
);
const ON_WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** @typedef {Record<string, string | undefined>} Environment */

/** @param {string} path @returns {boolean} whether it is a program */
const isProgram = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** @param {NodeJS.Platform} platform @param {Environment} env @returns {string[]} where it is usually installed */
export const placesOf = (platform, env) => {
  /** @param {(string | undefined)[]} folders @param {string[]} paths */
  const within = (folders, paths) =>
    folders.flatMap((folder) => (folder ? paths.map((path) => `${folder}${path}`) : []));
  if (platform === 'darwin') return within(['/', env.HOME && `${env.HOME}/`], ON_MAC);
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return within(
      roots.map((folder) => folder && `${folder}\\`),
      ON_WINDOWS,
    );
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...folders, '/usr/bin', '/snap/bin'].flatMap((folder) =>
    COMMANDS.map((name) => join(folder, name)),
  );
};

/**
 * @param {Environment} [env]
 * @param {NodeJS.Platform} [platform]
 * @returns {string} the path of Chrome, or of a browser with the same engine
 */
export const findChrome = (env = process.env, platform = process.platform) => {
  const named = env.CHROME_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new CannotMeasure(`There is no Chrome at ${named}, which CHROME_PATH names.`);
  }
  const found = placesOf(platform, env).find(isProgram);
  if (found) return found;
  throw new CannotMeasure('No Chrome was found. Install Chrome or Chromium, or set CHROME_PATH to one.');
};
