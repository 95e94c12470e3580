import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorSettings } from '../domain/settings/deskSettings';
import { layOver, readSettings } from '../domain/settings/settings';
import { jsonProblems, lineOfField } from './lineOf';

/** The settings are invalid and no earlier valid version exists. */
export class UnusableSettings extends Error {}

/** The shortest time between two checks of a file: each request reads the settings several times. */
const LOOK_MS = 1000;
/** More would hardly fit a terminal. */
const MAX_PROBLEMS = 30;

type Loaded = { value: unknown; text: string } | { problem: string };

/** Identifies a version of a file by its time and size; empty if the file does not exist. */
const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs}-${stat.size}` : '';
};

/** `stampOf`, remembered for a second. */
const createStamp = (path: string, now: () => number): (() => string) => {
  let looked = now();
  let stamp = stampOf(path);
  return () => {
    const time = now();
    // Earlier: the clock was set back.
    if (time >= looked + LOOK_MS || time < looked) {
      looked = time;
      stamp = stampOf(path);
    }
    return stamp;
  };
};

/** All problems, each on its own line if there are several. */
const listed = (problems: string[]): string => {
  const [first = '', ...more] = problems;
  if (more.length === 0) return first;
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => `\n  ${problem}`);
  const left = problems.length - shown.length;
  return `${problems.length} mistakes:${shown.join('')}${left > 0 ? `\n  and ${left} more` : ''}`;
};

/** A sentence after the problem; on a separate line after a list of them. */
const andThen = (problem: string, sentence: string): string =>
  `${problem}${problem.includes('\n') ? '\n' : problem.endsWith('?') ? ' ' : '. '}${sentence}`;

const load = (path: string, under: unknown): Loaded => {
  let text: string;
  try {
    // Some Windows editors begin a file with a byte order mark.
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return { problem: 'it cannot be read' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: listed(jsonProblems(text)) };
  }
  const result = readSettings(layOver(under, value));
  if ('settings' in result) return { value, text };
  const problems = result.issues
    .map(({ path: field, words }) => ({ line: lineOfField(text, field) ?? 0, words }))
    .sort((a, b) => a.line - b.line);
  return { problem: listed(problems.map(({ line, words }) => (line ? `line ${line}: ${words}` : words))) };
};

/** Writes a file atomically and readable only by its owner, because settings contain signing keys. */
const keep = (path: string, text: string): void => {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, text, { mode: 0o600 });
  renameSync(own, path);
  chmodSync(path, 0o600);
};

/**
 * Reads DATA_DIR/settings.json, and settings.preview.json for the preview. A changed file is read again within a
 * second. An invalid file causes one warning per change, with all its mistakes, and the previous version stays in
 * effect: a stray comma must not allow something that the operator forbade. The last valid version is stored beside the
 * file, so that it also survives a restart.
 * @param now in ms
 * @throws UnusableSettings
 */
export const createSettingsFiles = (
  dataDir: string,
  warn: (line: string) => void,
  now: () => number,
): OperatorSettings => {
  const path = join(dataDir, 'settings.json');
  const lastGood = join(dataDir, 'settings.last-good.json');
  const previewPath = join(dataDir, 'settings.preview.json');
  const stampNow = createStamp(path, now);
  const previewStampNow = createStamp(previewPath, now);

  const take = (loaded: { value: unknown; text: string }): unknown => {
    try {
      keep(lastGood, loaded.text);
    } catch {
      warn(
        `${lastGood} cannot be written: a mistake in settings.json would keep the desk from starting again`,
      );
    }
    return loaded.value;
  };

  let problem: string | undefined;

  const first = (): unknown => {
    if (!stampOf(path)) {
      rmSync(lastGood, { force: true });
      return {};
    }
    const loaded = load(path, {});
    if ('value' in loaded) return take(loaded);
    const earlier = load(lastGood, {});
    if ('problem' in earlier)
      throw new UnusableSettings(
        `${path} cannot be used: ${andThen(loaded.problem, 'Fix it or remove it.')}`,
      );
    problem = loaded.problem;
    warn(`${path} is not used: ${andThen(problem, `Its last good version is used, ${lastGood}`)}`);
    return earlier.value;
  };

  const main = { stamp: stampNow(), value: first() };
  const preview = { stamp: '', under: main.value, value: {} as unknown };

  const value = (): unknown => {
    const stamp = stampNow();
    if (stamp === main.stamp) return main.value;
    main.stamp = stamp;
    if (!stamp) {
      problem = undefined;
      warn(`${path} was deleted. Its settings stay in force until the next start`);
      return main.value;
    }
    const loaded = load(path, {});
    if ('value' in loaded) {
      problem = undefined;
      main.value = take(loaded);
    } else {
      problem = loaded.problem;
      warn(`${path} is not used: ${andThen(problem, 'Its last good version stays in effect')}`);
    }
    return main.value;
  };

  const previewValue = (): unknown => {
    const under = value();
    const stamp = previewStampNow();
    if (stamp === preview.stamp && under === preview.under) return preview.value;
    Object.assign(preview, { stamp, under, value: {} });
    if (!stamp) return preview.value;
    const loaded = load(previewPath, under);
    if ('value' in loaded) preview.value = loaded.value;
    else warn(`${previewPath} is not used: ${loaded.problem}`);
    return preview.value;
  };

  return {
    value,
    previewValue,
    problem: () => {
      value();
      return problem;
    },
  };
};
