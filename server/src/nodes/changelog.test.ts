import { version } from '@ramal/contract/version';
import { expect, it } from 'vitest';
import { parseChangelog, readReleases } from './changelog.ts';

const text = `# Changelog

Intro.

## Unreleased

### Added

- Not released.

## 1.1.0 - 2026-11-20

### Added

- Rows of \`nodes\`.

### Security

- A line that
  continues.

## 1.0.0 - 2026-11-01

### Fixed

- A fault.
`;

it('reads the changes of each release by kind', () => {
  expect(parseChangelog(text)).toEqual([
    {
      version: '1.1.0',
      date: '2026-11-20',
      changes: [
        { kind: 'added', text: 'Rows of `nodes`.' },
        { kind: 'security', text: 'A line that continues.' },
      ],
    },
    { version: '1.0.0', date: '2026-11-01', changes: [{ kind: 'fixed', text: 'A fault.' }] },
  ]);
});

it('reads every release of the changelog of this build', async () => {
  const releases = await readReleases();
  expect(releases[0]?.version).toBe(version);
  expect(releases.every(({ changes }) => changes.length > 0)).toBe(true);
});
