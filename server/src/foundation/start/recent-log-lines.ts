/** Keeps the last warnings and errors of this process in memory, for the screen of nodes. */
import pino, { type Logger, type LoggerOptions } from 'pino';

export interface LogLine {
  readonly atTimestamp: number;
  readonly level: 'warn' | 'error';
  readonly text: string;
}

const MAX_LINES = 50;
const MAX_LINE_LENGTH = 300;

const { warn: WARN, error: ERROR } = pino.levels.values as { warn: number; error: number };

const linesByLogger = new WeakMap<Logger, readonly LogLine[]>();

/**
 * Creates a logger whose warnings and errors `readLogLines` returns, including those of child
 * loggers.
 */
export function keepLogLines(create: (hooks: Pick<LoggerOptions, 'hooks'>) => Logger): Logger {
  const log = create({
    hooks: {
      logMethod(args, method, level) {
        if (level >= WARN) add(log, toLine(args, level));
        method.apply(this, args);
      },
    },
  });
  return log;
}

/** Returns the last lines, oldest first. The same array is returned until a line is added. */
export const readLogLines = (log: Logger): readonly LogLine[] => linesByLogger.get(log) ?? NO_LINES;

const NO_LINES: readonly LogLine[] = [];

const add = (log: Logger, line: LogLine): void =>
  void linesByLogger.set(log, [...readLogLines(log).slice(1 - MAX_LINES), line]);

function toLine(args: readonly unknown[], level: number): LogLine {
  const [first, second] = args;
  const [fields, message] = typeof first === 'string' ? [undefined, first] : [first, second];
  const error = fields instanceof Error ? fields : (fields as { err?: unknown } | undefined)?.err;
  const parts = [message, error instanceof Error ? error.message : undefined];
  return {
    atTimestamp: Math.floor(Date.now() / 1000),
    level: level >= ERROR ? 'error' : 'warn',
    text: parts
      .filter((part) => typeof part === 'string')
      .join(': ')
      .slice(0, MAX_LINE_LENGTH),
  };
}
