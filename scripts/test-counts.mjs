import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads the numbers from the report of a run. A failed run has at least one failure, even if the
 * report contains none. A file that could not be loaded, for example, has no failed test.
 */
export function countVitest(file, endedWell) {
  const report = read(file);
  const broken = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  // A test that passed at the second attempt keeps the error of the first.
  const secondTries = testsWithError(report, 'passed');
  return honest(endedWell, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    flaky: secondTries.length,
    secondTries,
    failures: [...broken.map(({ name }) => name), ...testsWithError(report, 'failed')],
  });
}

/** Returns the tests of Vitest that have this status and an error, with its first line. */
function testsWithError(report, wanted) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === wanted && failureMessages?.length > 0)
      .map(({ fullName, failureMessages }) => {
        const [error] = (failureMessages?.[0] ?? '').split('\n');
        return `${name} › ${fullName}: ${error}`;
      }),
  );
}

/**
 * Reads the counts of journeys. A journey that passed only at the second attempt counts as passed
 * and is reported separately.
 */
export function countPlaywright(file, endedWell) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = read(file)?.stats ?? {};
  return { ...honest(endedWell, { passed: expected + flaky, failed: unexpected, skipped }), flaky };
}

function honest(endedWell, counts) {
  const nothing = counts.passed + counts.failed === 0;
  return { ...counts, failed: Math.max(counts.failed, !endedWell || nothing ? 1 : 0) };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
