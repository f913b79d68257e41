/**
 * Reads the rows of some tables from a MySQL dump of mysqldump, mariadb-dump or phpMyAdmin. Columns
 * come from `CREATE TABLE` or from the INSERT itself, rows from INSERT and REPLACE. No statement is
 * executed. Time increases with the size of the file; memory does not.
 */
import { type ValueToken, readLiteral } from './sql-literals.ts';
import { DumpTokens, type TokenKind, type TokenReader } from './dump-tokens.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

export interface DumpRow<Kind> {
  readonly kind: Kind;
  readonly fields: DumpFields;
}

export type DumpFields = Readonly<Record<string, string | null>>;

export interface WantedTable<Kind> {
  readonly kind: Kind;
  readonly columns: readonly string[];
  /** Columns that contain text. */
  readonly texts: readonly string[];
}

/** Selects the needed columns of a table. `columns` is empty if the dump has not listed them. */
type WantTable<Kind> = (table: string, columns: readonly string[]) => WantedTable<Kind> | undefined;

export async function* readDump<Kind>(
  bytes: AsyncIterable<Uint8Array>,
  wants: WantTable<Kind>,
): AsyncGenerator<DumpRow<Kind>[]> {
  const statements = new Statements(wants);
  let isFirst = true;
  for await (const chunk of bytes) {
    let part = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    if (isFirst && part.length > 0) {
      part = withoutMark(part);
      isFirst = false;
    }
    statements.tokens.push(part);
    yield statements.takeRows();
  }
  statements.tokens.end();
  yield statements.takeRows();
}

/** Removes the byte order mark that some editors add. */
function withoutMark(first: Buffer): Buffer {
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff))
    throw new ExplainedFailure(
      'O arquivo está em UTF-16. No PowerShell, exporte com mysqldump --result-file em vez de «>».',
    );
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? first.subarray(3) : first;
}

/** Position of the reader within a statement. */
type ParserState =
  | 'start'
  | 'skip'
  | 'delimiter'
  | 'create'
  | 'create-table'
  | 'definitions'
  | 'insert'
  | 'insert-table'
  | 'insert-columns'
  | 'rows'
  | 'row';

const MAX_COLUMNS = 1000;
const MAX_TOKENS = 8;
/** First words of definitions that are not columns. */
const KEYS = /^(primary|unique|key|index|constraint|fulltext|spatial|check|foreign|period)$/i;

class Statements<Kind> implements TokenReader {
  readonly tokens = new DumpTokens(this);
  readonly #wants: WantTable<Kind>;
  readonly #columnsOf = new Map<string, string[]>();
  #state: ParserState = 'start';
  #table = '';
  #kind: Kind | undefined;
  #columns: string[] = [];
  #depth = 0;
  #beginsDefinition = false;
  /** Name of the column by its position in the row; undefined if it is not needed. */
  #keptColumns: (string | undefined)[] = [];
  #position = 0;
  #value: ValueToken[] = [];
  #texts: readonly string[] = [];
  #fields: Record<string, string | null> = {};
  #rows: DumpRow<Kind>[] = [];

  constructor(wants: WantTable<Kind>) {
    this.#wants = wants;
  }

  takeRows(): DumpRow<Kind>[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  keeps(): boolean {
    return this.#state === 'row' && this.#keptColumns[this.#position] !== undefined;
  }

  isBetweenStatements(): boolean {
    return this.#state === 'start';
  }

  take(kind: TokenKind, bytes: Buffer | null): void {
    if (this.#state === 'row') return this.#inRow(kind, bytes);
    const mark = kind === 'mark' ? String.fromCharCode(bytes![0]!) : '';
    if (mark === ';') return this.#endStatement();
    if (this.#state === 'skip') return undefined;
    return this.#inStatement(kind, mark, bytes);
  }

  #endStatement(): void {
    // Columns of other tables are dropped, because a file may contain any number of tables.
    if (this.#state === 'definitions' && this.#wants(this.#table, this.#columns))
      this.#columnsOf.set(this.#table, this.#columns);
    this.#state = 'start';
  }

  #inStatement(kind: TokenKind, mark: string, bytes: Buffer | null): void {
    const word = kind === 'word' ? bytes!.toString('latin1').toLowerCase() : '';
    switch (this.#state) {
      case 'start':
        return this.#beginStatement(word);
      case 'delimiter':
        this.#state = 'start';
        return this.tokens.skipDelimited();
      case 'create':
        // Accepts `CREATE TEMPORARY TABLE`, but no view, trigger or database.
        if (word === 'table') this.#beginTable('create-table');
        else if (word !== 'temporary') this.#state = 'skip';
        return undefined;
      case 'insert':
        if (word === 'into') this.#beginTable('insert-table');
        return undefined;
      case 'create-table':
      case 'insert-table':
        return this.#named(kind, word, mark, bytes);
      case 'definitions':
        return this.#inDefinitions(kind, word, mark, bytes);
      case 'insert-columns':
        return this.#inColumns(kind, mark, bytes);
      default:
        return this.#betweenRows(mark);
    }
  }

  #beginStatement(word: string): void {
    if (word === 'insert' || word === 'replace') this.#state = 'insert';
    else if (word === 'create') this.#state = 'create';
    else if (word === 'delimiter') this.#state = 'delimiter';
    else this.#state = 'skip';
  }

  #beginTable(state: ParserState): void {
    this.#state = state;
    this.#table = '';
    this.#columns = [];
    this.#depth = 0;
  }

  /** Reads the table's name, with or without its database, up to the next token. */
  #named(kind: TokenKind, word: string, mark: string, bytes: Buffer | null): void {
    if (mark === '(') return this.#opens();
    if (word === 'values' || word === 'value') return this.#beginRows();
    if (this.#state === 'create-table' && ['if', 'not', 'exists'].includes(word)) return undefined;
    if (word === '.') return undefined;
    const follows = word === 'select' || word === 'set' || word === 'like' || word === 'as';
    if (mark || !bytes || (kind === 'word' && follows)) this.#state = 'skip';
    else this.#table = bytes.toString('utf8').toLowerCase().split('.').at(-1)!;
    return undefined;
  }

  #opens(): void {
    this.#depth = 1;
    this.#beginsDefinition = true;
    this.#state = this.#state === 'create-table' ? 'definitions' : 'insert-columns';
  }

  /**
   * Reads the column names, which come first in a definition. `enum('a','b')` and keys have inner
   * parentheses.
   */
  #inDefinitions(kind: TokenKind, word: string, mark: string, bytes: Buffer | null): void {
    if (mark === '(') this.#depth += 1;
    else if (mark === ')') this.#depth -= 1;
    else if (mark === ',' && this.#depth === 1) this.#beginsDefinition = true;
    else if (this.#beginsDefinition && this.#depth === 1) {
      this.#beginsDefinition = false;
      const isName = kind === 'name' || (kind === 'word' && !KEYS.test(word));
      if (isName) this.#addColumn(bytes!);
    }
  }

  #inColumns(kind: TokenKind, mark: string, bytes: Buffer | null): void {
    if (kind !== 'mark' && bytes) return this.#addColumn(bytes);
    if (mark === ')') this.#state = 'insert-table';
    return undefined;
  }

  #addColumn(name: Buffer): void {
    if (this.#columns.length === MAX_COLUMNS)
      throw new ExplainedFailure(`Uma tabela tem mais de ${MAX_COLUMNS} colunas.`);
    this.#columns.push(name.toString('utf8').toLowerCase());
  }

  #beginRows(): void {
    const columns = this.#columns.length > 0 ? this.#columns : this.#columnsOf.get(this.#table);
    const table = this.#wants(this.#table, columns ?? []);
    this.#kind = table?.kind;
    this.#texts = table?.texts ?? [];
    this.#keptColumns = (columns ?? []).map((name) =>
      table?.columns.includes(name) ? name : undefined,
    );
    this.#state = table ? 'rows' : 'skip';
    if (!columns && table)
      throw new ExplainedFailure(
        `O dump não diz as colunas da tabela «${this.#table.slice(0, 60)}»: exporte com a estrutura.`,
      );
  }

  #betweenRows(mark: string): void {
    if (mark === '(') {
      this.#state = 'row';
      this.#depth = 0;
      this.#position = 0;
      this.#value = [];
      this.#fields = {};
    }
    // The rest of the statement is skipped, such as `ON DUPLICATE KEY UPDATE`.
    else if (mark !== ',') this.#state = 'skip';
  }

  #inRow(kind: TokenKind, bytes: Buffer | null): void {
    if (kind !== 'mark') {
      if (this.#keptColumns[this.#position] !== undefined) this.#addToken(kind, bytes!);
      return;
    }
    const mark = String.fromCharCode(bytes![0]!);
    if (mark === '(') {
      this.#depth += 1;
      this.#addToken(kind, bytes!);
    } else if (mark === ')' && this.#depth > 0) {
      this.#depth -= 1;
      this.#addToken(kind, bytes!);
    } else if (this.#depth === 0 && (mark === ',' || mark === ')')) this.#endValue(mark === ')');
    else if (mark === ';')
      throw new ExplainedFailure(`Há um registro mal formado na tabela «${this.#table}».`);
    else this.#addToken(kind, bytes!);
  }

  /** Adds a token of a value. A value consists of a few tokens; more tokens make it unreadable. */
  #addToken(kind: TokenKind, bytes: Buffer): void {
    if (this.#value.length < MAX_TOKENS) this.#value.push({ kind, text: this.#read(bytes) });
  }

  #endValue(isLast: boolean): void {
    const name = this.#keptColumns[this.#position];
    if (name !== undefined)
      this.#fields[name] = readLiteral(this.#value, this.#texts.includes(name));
    this.#value = [];
    this.#position += 1;
    if (this.#position > MAX_COLUMNS)
      throw new ExplainedFailure(`Há um registro mal formado na tabela «${this.#table}».`);
    if (!isLast) return;
    if (this.#position !== this.#keptColumns.length)
      throw new ExplainedFailure(
        `Um registro da tabela «${this.#table}» não tem tantos valores quanto a tabela tem colunas.`,
      );
    this.#rows.push({ kind: this.#kind!, fields: this.#fields });
    this.#state = 'rows';
  }

  #read(bytes: Buffer): string {
    try {
      return utf8.decode(bytes);
    } catch {
      throw new ExplainedFailure(
        `Há texto que não está em UTF-8 na tabela «${this.#table}». Exporte com --default-character-set=utf8mb4.`,
      );
    }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
