/**
 * Changes the name or the further text in the note of a line. The note contains both, and
 * `customerName` separates them.
 */
import { customerName } from '@ramal/contract/rules/customer-name';
import type { Line } from '../../line.ts';

type NotedLine = Pick<Line, 'note' | 'username' | 'isTrial'>;

/** Maximum length of a note on the server. */
export const MAX_NOTE_LENGTH = 255;

const SEPARATOR = ' · ';

/** True if the note begins with a name. Otherwise the user name is the title of the line. */
export const hasName = (line: NotedLine): boolean => customerName(line).name !== line.username;

/** Returns the note without the customer's name. */
export const furtherNote = (line: NotedLine): string =>
  hasName(line) ? customerName(line).rest : line.note;

export function noteWithName(line: NotedLine, name: string): string {
  const typed = name.trim();
  if (!hasName(line)) return join(typed, line.note.trim());
  const at = line.note.indexOf(customerName(line).name);
  const { length } = customerName(line).name;
  return `${line.note.slice(0, at)}${typed}${line.note.slice(at + length)}`.trim();
}

export function noteWithText(line: NotedLine, text: string): string {
  const typed = text.trim();
  if (!hasName(line)) return typed;
  const { name, rest } = customerName(line);
  if (rest === '') return join(name, typed);
  if (typed === '') return name;
  const before = line.note.trimEnd().slice(0, -rest.length);
  return line.note.trimEnd().endsWith(rest) ? `${before}${typed}` : join(name, typed);
}

const join = (name: string, text: string): string =>
  [name, text].filter((part) => part !== '').join(SEPARATOR);
