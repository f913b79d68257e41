/** Checks with systemd's own tools that the units are correct and isolated. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../run.mjs';
import { hasPrograms, run, temporaryFolder } from './tools.mjs';

const MAX_EXPOSURE = 2;
const isAvailable = hasPrograms(['systemd-analyze'], ['systemd']);
const skip = !isAvailable && 'systemd-analyze is not installed';

for (const name of ['ramal.service', 'ramal@.service']) {
  const unit = readFileSync(join(root, 'deploy/systemd', name), 'utf8');
  /**
   * Replaces the program of the unit by a program that exists, because Ramal is not installed on
   * this machine.
   */
  const place = (t) => {
    const file = join(temporaryFolder(t), name.replace('@', '@panel'));
    writeFileSync(file, unit.replaceAll('/usr/lib/ramal/current/ramal', '/bin/true'));
    return file;
  };

  void test(`systemd finds no mistake in ${name}`, { skip }, (t) => {
    const complaints = run('systemd-analyze', ['verify', '--man=no', place(t)])
      .split('\n')
      .filter((line) => line.includes('ramal'));
    assert.deepEqual(complaints, []);
  });

  void test(`${name} has an exposure of at most ${MAX_EXPOSURE}`, { skip }, (t) => {
    const report = run('systemd-analyze', ['security', '--offline=true', '--no-pager', place(t)]);
    const [, exposure] = /Overall exposure level for .*: (\d+\.\d+)/.exec(report);
    t.diagnostic(`${name}: ${exposure}`);
    assert.ok(Number(exposure) <= MAX_EXPOSURE);
  });
}
