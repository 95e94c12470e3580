import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { keepPassed, passedBefore } from '../../../scripts/test/passed.mjs';
import { failedTests } from '../../../scripts/test/runStep.mjs';
import { leftOut, names, planOf } from '../../../scripts/test/steps.mjs';
import { CLUSTER, ON_DISK, SMOKE } from '../../support/parts.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const stepsOf = (asked: Parameters<typeof planOf>[0]) => {
  const { beside, after } = planOf(asked);
  return [...beside.flat(), ...after];
};

it('the files that the quick run names exist', () => {
  expect([...SMOKE, ...ON_DISK, ...CLUSTER].filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});

it('every input of a step exists, so that no change of it is missed', () => {
  const inputs = [{}, { all: true }].flatMap(stepsOf).flatMap((step) => step.inputs);
  expect([...new Set(inputs)].filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

it('every name of a step or of a project runs it alone, and whole', () => {
  for (const name of names()) {
    const steps = stepsOf({ only: [name] });
    expect(
      steps.flatMap(({ projects, name: step }) => projects ?? [step]),
      name,
    ).toEqual([name]);
  }
  expect(stepsOf({ only: ['faults'] })[0]?.env).toEqual({ FAULT_SCHEDULES: '10000', TAB_SCHEDULES: '10000' });
});

it('the quick run names what the whole one has and it has not', () => {
  const quick = stepsOf({}).map(({ name }) => name);
  const whole = stepsOf({ all: true }).map(({ name }) => name);
  expect(whole.filter((name) => !quick.includes(name))).toEqual(['cluster', 'onDisk', 'inBrowsers']);
  expect(leftOut()).toMatch(/^not run: 9000 fault schedules, 17 kills of the desk, .* \d+ browser files/);
});

it('a step that failed, or whose inputs changed, has not passed before', () => {
  const name = 'a step of this test';
  keepPassed(name, { inputs: 'a', tests: 7 });
  expect(passedBefore(name, 'a')).toBe(7);
  expect(passedBefore(name, 'b')).toBeUndefined();
  keepPassed(name, undefined);
  expect(passedBefore(name, 'a')).toBeUndefined();
});

it('the end of a run names each test that failed, and a file that did not load', () => {
  const test = (fullName: string, status: string) => ({ fullName, status });
  const file = (name: string, status: string, assertionResults: ReturnType<typeof test>[]) => ({
    name: `${root}test/unit/${name}.test.ts`,
    status,
    assertionResults,
  });
  const testResults = [
    file('a', 'failed', [test('a works', 'failed'), test('a lasts', 'passed'), test('a ends', 'failed')]),
    file('b', 'failed', []),
    file('c', 'passed', [test('c works', 'passed')]),
  ];
  expect(failedTests({ testResults })).toEqual([
    'test/unit/a.test.ts: a works',
    'test/unit/a.test.ts: a ends',
    'test/unit/b.test.ts',
  ]);
});
