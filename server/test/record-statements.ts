/**
 * Records the columns of each statement that a test sends through the database module, and the line
 * of code that sent it. Vitest loads this file before each server test. `statement-columns.test.ts`
 * reads the records.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { BundleResult } from '../src/foundation/queries/bundled-query.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    statementsFolder: string;
  }
}

export interface RecordedStatement {
  /** The call of `many` or `first`: file from the root of the repository, line from 1. */
  readonly file: string;
  readonly line: number;
  readonly columns: readonly string[];
}

type Send = (config: unknown, ...rest: unknown[]) => unknown;
interface Sender {
  query: Send;
}

const folder = inject('statementsFolder');
const recordedTexts = new Set<string>();

/**
 * Wraps a method that sends statements. Each worker records a text only once, because thousands of
 * tests send the same statement.
 */
function recording(send: Send): Send {
  return function (this: unknown, config, ...rest) {
    const result = send.call(this, config, ...rest);
    const { text, answered } = (config ?? {}) as { text?: unknown; answered?: unknown };
    if (typeof text !== 'string' || recordedTexts.has(text)) return result;
    const results = result instanceof Promise ? result : answered;
    if (!(results instanceof Promise)) return result;
    const site = callSite(new Error('where'));
    if (!site) return result;
    recordedTexts.add(text);
    results.then(
      (received: pg.QueryResult | BundleResult) =>
        write({ ...site, columns: fieldsOf(received).map(({ name }) => name) }),
      () => recordedTexts.delete(text),
    );
    return result;
  };
}

/**
 * Returns the columns of a result. A statement may be sent together with the begin or end of its
 * transaction, which changes the form of the result.
 */
const fieldsOf = (received: pg.QueryResult | BundleResult): pg.FieldDef[] =>
  ('statement' in received ? received.statement : received).fields;

/**
 * Matches files that only forward statements. The call with the row type, such as `many<Row>`, is
 * further up in the call stack.
 */
const PASSES_ON =
  /server\/src\/(foundation\/(database|queries\/(bundled-query|replica|transaction))|batches\/row-transactions)\.ts/;
const FRAME = /(server\/src\/[\w./-]+\.ts):(\d+):\d+/;

/**
 * Returns the line of code that sent a statement. Only its frame of the stack is mapped to the
 * source, because mapping a whole stack takes a millisecond.
 */
function callSite(error: Error): { file: string; line: number } | undefined {
  const stack = withFrames(callerOf, () => error.stack);
  const [, file, line] = FRAME.exec(stack ?? '') ?? [];
  return file && !file.endsWith('.test.ts') ? { file, line: Number(line) } : undefined;
}

function callerOf(frames: NodeJS.CallSite[]): NodeJS.CallSite[] {
  const files = frames.map((frame) => frame.getFileName() ?? '');
  const first = files.findIndex((file) => file.includes('server/src/foundation/database.ts'));
  const caller =
    first === -1 ? -1 : files.findIndex((file, at) => at >= first && !PASSES_ON.test(file));
  return caller === -1 ? [] : [frames[caller]!];
}

interface StackFormatter {
  prepareStackTrace?: ((error: Error, frames: NodeJS.CallSite[]) => unknown) | undefined;
}

/** Runs the work, in which the text of a stack contains only the selected frames. */
function withFrames<T>(select: (frames: NodeJS.CallSite[]) => NodeJS.CallSite[], work: () => T): T {
  const formatter = Error as unknown as StackFormatter;
  const { prepareStackTrace } = formatter;
  formatter.prepareStackTrace = (error, frames) => prepareStackTrace?.(error, select(frames));
  try {
    return work();
  } finally {
    formatter.prepareStackTrace = prepareStackTrace;
  }
}

function write(statement: RecordedStatement): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`);
}

// The methods are patched only once, because all test files of a worker share their modules.
const patched = Symbol.for('statements are recorded');
for (const sender of [pg.Pool.prototype, pg.Client.prototype] as unknown as (Sender & {
  [patched]?: true;
})[]) {
  if (sender[patched]) continue;
  sender.query = recording(sender.query);
  sender[patched] = true;
}
