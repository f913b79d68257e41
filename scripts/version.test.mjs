import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { version } from '../contract/src/version.ts';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const workspaces = JSON.parse(read('package.json')).workspaces;

describe('the version', () => {
  it.each(['.', ...workspaces])('is the same in package.json of %s', (folder) => {
    const manifest = JSON.parse(read(`${folder}/package.json`));
    expect(manifest.version).toBe(version);
    expect(manifest.dependencies?.['@ramal/contract'] ?? version).toBe(version);
  });

  it('is the newest release of the changelog', () => {
    const newest = /^## (?!Unreleased)(\S+) - \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'));
    expect(newest?.[1]).toBe(version);
  });
});

describe('the changelog', () => {
  const releases = read('CHANGELOG.md').split(/^## /m).slice(1);

  it('keeps each release within 40 lines of 100 characters', () => {
    for (const release of releases) {
      const lines = release.split('\n').filter((line) => line.trim() !== '');
      expect(lines.length, lines[0]).toBeLessThanOrEqual(40);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
    }
  });

  it('groups changes as Added, Changed, Fixed and Security only', () => {
    const groups = releases.flatMap((release) => release.match(/^### .*$/gm) ?? []);
    const allowed = ['### Added', '### Changed', '### Fixed', '### Security'];
    expect(groups.filter((group) => !allowed.includes(group))).toEqual([]);
  });
});
