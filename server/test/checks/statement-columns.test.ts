/**
 * Checks that the row type of every `many<Row>(…)` matches the columns that the database returned.
 * TypeScript cannot check this. The other server tests record the columns (`record-statements.ts`),
 * so this test runs last.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { API, SymbolFlags, type Checker } from 'typescript/unstable/sync';
import { type Node, isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast';
import { expect, inject, test } from 'vitest';
import { toCamelCase } from '../../src/foundation/queries/bundled-query.ts';
import type { RecordedStatement } from '../record-statements.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const folder = inject('statementsFolder');

test.skipIf(!existsSync(folder))(
  'every property of a row type has a column in the executed statements',
  { timeout: 300_000 },
  () => {
    const byFile = Map.groupBy(readRecords(), ({ file }) => file);
    const problems = withProgram((find, checker) =>
      [...byFile].flatMap(([file, statements]) => {
        const rowTypes = new Map(find(file).map((call) => [call.line, call]));
        return statements.flatMap(({ line, columns }) =>
          missing(rowTypes.get(line)?.rowType, columns.map(toCamelCase), checker).map(
            (property) => `${file}:${line}: no column fills ${property} (${columns.join(', ')})`,
          ),
        );
      }),
    );
    expect([...new Set(problems)].toSorted()).toEqual([]);
  },
);

const readRecords = (): RecordedStatement[] =>
  readdirSync(folder)
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RecordedStatement);

type RowType = ReturnType<Checker['getTypeFromTypeNode']>;
interface Call {
  readonly line: number;
  readonly rowType: RowType;
}

function withProgram<T>(work: (find: (file: string) => Call[], checker: Checker) => T): T {
  const api = new API({ cwd: ROOT });
  try {
    const config = path.join(ROOT, 'tsconfig.json');
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    return work((file) => {
      const source = program.getSourceFile(path.join(ROOT, file))!;
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return callsIn(source).map(({ method, rowType }) => ({
        line: text.slice(0, method.end).split('\n').length,
        rowType: checker.getTypeFromTypeNode(rowType),
      }));
    }, checker);
  } finally {
    api.close();
  }
}

/**
 * Finds the calls `many<Row>(…)` and `first<Row>(…)`. A call without a row type is ignored, because
 * its caller reads no column.
 */
function callsIn(root: Node) {
  const typedCalls: { method: Node; rowType: Parameters<Checker['getTypeFromTypeNode']>[0] }[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      const rowType = node.typeArguments?.[0];
      if (rowType && /^(many|first)$/.test(name.text)) typedCalls.push({ method: name, rowType });
    }
    node.forEachChild(visit);
  };
  visit(root);
  return typedCalls;
}

function missing(rowType: RowType, columns: readonly string[], checker: Checker): string[] {
  if (!rowType) return [];
  return checker
    .getPropertiesOfType(rowType)
    .filter(({ flags, name }) => !(flags & SymbolFlags.Optional) && !columns.includes(name))
    .map(({ name }) => name);
}
