/** No regular expression of server or contract backtracks without bound on repeated input. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const LENGTH = 2000;
/**
 * Maximum time for 2,000 characters. Expressions with quadratic time need a few milliseconds.
 * Expressions with cubic or exponential time need more than this limit.
 */
const LIMIT_MS = 1000;

interface Expression {
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

function expressionsOf(folder: string): Expression[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => literalsOf(join(folder, file)));
}

function literalsOf(place: string): Expression[] {
  const literals: Expression[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== 'object') return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) literals.push({ place, ...regex });
    Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(join(root, place), 'utf8'), { lang: 'ts' }));
  return literals;
}

/** Returns texts that the test repeats: parts of the expression itself, and common characters. */
function piecesOf({ pattern }: Expression): string[] {
  const literals = pattern
    .replace(/\\[dDwWsSbBpPuxk](\{[^}]*\})?/g, ' ')
    .replace(/\\(.)/g, '$1')
    .match(/[^()[\]{}*+?|^$.\\]+/g);
  return [...new Set([...(literals ?? []).slice(0, 6), 'a', '0', ' ', '-', '<!-- -->', '\n'])];
}

function attacksOn(expression: Expression): string[] {
  const pieces = piecesOf(expression);
  return pieces.flatMap((first) =>
    pieces.map((second) => {
      const unit = first + second;
      return `${unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)}\u0001`;
    }),
  );
}

const context = createContext({ expression: /x/, inputs: [''] });
const run = new Script(
  'for (const input of inputs) { expression.lastIndex = 0; expression.test(input); }',
);

/** Returns true if the expression needs longer than the limit for all inputs together. */
function isSlow(expression: RegExp, inputs: readonly string[]): boolean {
  Object.assign(context, { expression, inputs });
  try {
    run.runInContext(context, { timeout: LIMIT_MS });
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns true if the expression is slow for one of the attacks. A slow input is tried twice,
 * because the machine may have been busy. Every timeout starts a thread, so that the attacks are
 * first tried together.
 */
function isAttackable({ pattern, flags }: Expression, attacks: readonly string[]): boolean {
  const compiled = new RegExp(pattern, flags);
  return (
    isSlow(compiled, attacks) &&
    attacks.some((attack) => isSlow(compiled, [attack]) && isSlow(compiled, [attack]))
  );
}

it.each(['server/src', 'contract/src'])(
  'no expression in %s is slow on repeated input',
  { timeout: 300_000 },
  (folder) => {
    const expressions = expressionsOf(folder);
    expect(expressions.length).toBeGreaterThan(20);
    // Equal expressions need the same time.
    const attacked = new Map(expressions.map((each) => [`/${each.pattern}/${each.flags}`, each]));
    const slow = [...attacked.values()].filter((expression) =>
      isAttackable(expression, attacksOn(expression)),
    );
    expect(slow).toEqual([]);
  },
);

it('finds an expression that takes exponential time', () => {
  const nested = { place: '', pattern: '^(<!--[\\s\\S]*?-->\\s*)*<svg', flags: '' };
  expect(isAttackable(nested, attacksOn(nested))).toBe(true);
});
