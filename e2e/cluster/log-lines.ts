/**
 * Counts the log lines of all processes of Ramal. The test uses the number, because one failover
 * must not write many lines.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export function countLogLines(base: string): number {
  const folder = path.join(base, 'logs');
  return readdirSync(folder)
    .filter((name) => /-(panel|player|worker)\.(json|log)$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}
