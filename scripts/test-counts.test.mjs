import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ramal-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
function report(content) {
  const file = join(folder, `${(number += 1)}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 };
const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] };

describe('the count of the tests', () => {
  it('the counts equal the reports after a successful run', () => {
    const well = report({ ...vitest, testResults: [passing] });
    expect(countVitest(well, true)).toEqual({
      passed: 7,
      failed: 0,
      skipped: 1,
      flaky: 0,
      secondTries: [],
      failures: [],
    });
    const journeys = report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(countPlaywright(journeys, false)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
      flaky: 1,
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { name: 'a.test.ts', status: 'failed', assertionResults: [] };
    const file = report({ ...vitest, testResults: [passing, broken, broken] });
    expect(countVitest(file, false)).toMatchObject({
      passed: 7,
      failed: 2,
      failures: ['a.test.ts', 'a.test.ts'],
    });
  });

  it('does not count a failed test and its file twice', () => {
    const test = { status: 'failed', fullName: 'adds', failureMessages: ['Error: 3\n  at b.ts'] };
    const failing = { name: 'b.test.ts', status: 'failed', assertionResults: [test] };
    const file = report({ ...vitest, numFailedTests: 1, testResults: [failing] });
    expect(countVitest(file, false)).toMatchObject({
      passed: 7,
      failed: 1,
      failures: ['b.test.ts › adds: Error: 3'],
    });
  });

  it('lists a test that passed at the second attempt', () => {
    const test = { status: 'passed', fullName: 'draws', failureMessages: ['Error: late\n  at c'] };
    const file = report({
      ...vitest,
      testResults: [{ name: 'c.test.tsx', status: 'passed', assertionResults: [test] }],
    });
    expect(countVitest(file, true)).toMatchObject({
      passed: 7,
      failed: 0,
      flaky: 1,
      secondTries: ['c.test.tsx › draws: Error: late'],
    });
  });

  it('never counts a run as good that failed, ran nothing or left no report', () => {
    expect(countVitest(report({ ...vitest, testResults: [passing] }), false).failed).toBe(1);
    expect(countVitest(report({ testResults: [] }), true).failed).toBe(1);
    expect(countPlaywright(join(folder, 'none.json'), true).failed).toBe(1);
  });
});
