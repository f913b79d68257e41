import { describe, expect, it } from 'vitest';
import { checkComment, checkDocument, checkSource, checkSubject, toSentences } from './prose.mjs';

const rules = (text) => checkSource('a.ts', text).map(({ rule }) => rule);

describe('the check of English texts', () => {
  it('accepts a comment that begins with the thing or the action', () => {
    expect(checkComment('Maximum number of rows per export.')).toEqual([]);
    expect(checkComment('Locks the wallets in the order of their ids.')).toEqual([]);
  });

  it.each([
    'What the page shows.',
    'Of a deleted line: nothing.',
    'From where it acts.',
    'Its name.',
  ])('refuses the first words of «%s»', (comment) => {
    expect(checkComment(comment).map(([rule]) => rule)).toContain('start');
  });

  it('names the standard word for a phrase of the table', () => {
    expect(checkComment('The provider is asked twice.')).toEqual([
      ['phrase', expect.stringContaining('requests, sends')],
    ]);
  });

  it('counts the words of a sentence, with code and quotations as one', () => {
    const words = (count) => Array.from({ length: count }, () => 'Word').join(' ');
    expect(checkComment(`${words(25)}. ${words(25)}.`)).toEqual([]);
    expect(checkComment(`${words(24)} «${words(9)}».`)).toEqual([]);
    expect(checkComment(words(26)).map(([rule]) => rule)).toEqual(['sentence']);
  });

  it('splits a comment at full stops, blank lines and tags', () => {
    expect(toSentences('* One fact. Another fact\n * @param name the login\n')).toEqual([
      'One fact.',
      'Another fact',
      'param name the login',
    ]);
  });

  it('refuses variables without a noun and types of one participle', () => {
    expect(rules('const told = 1; interface Asked { readonly id: number }')).toEqual([
      'name',
      'type',
    ]);
    expect(rules('rows.map((one) => one.id); const { a: own } = row;')).toEqual(['name', 'name']);
    // A participle before a noun is rejected too.
    expect(rules('interface ToldLine { readonly id: number }')).toEqual(['type']);
    expect(rules('interface Feed { readonly id: number } const row = 1;')).toEqual([]);
  });

  it('refuses names that had two meanings', () => {
    expect(rules('const verdict = 1; type LineStanding = string;')).toEqual(['name', 'type']);
    expect(rules('function judgeRow() {} const isOutstanding = true;')).toEqual(['name']);
  });

  it('refuses a short test title and a group title that starts with a question word', () => {
    expect(rules(`it('works', () => {})`)).toEqual(['title']);
    expect(rules(`describe('what it costs', () => {})`)).toEqual(['title']);
    expect(rules(`describe('cost of an import', () => {})`)).toEqual([]);
    expect(rules(`it('keeps the stored state', () => {})`)).toEqual([]);
    expect(rules(`it.each([1])('%s', () => {})`)).toEqual([]);
  });

  it('refuses a test title that needs the title of its group', () => {
    expect(rules(`it('are listed in pages', () => {})`)).toEqual(['title']);
    expect(rules(`it.each([1])('of another seller is unknown: %s', () => {})`)).toEqual(['title']);
    expect(rules(`it('does not list other sellers', () => {})`)).toEqual([]);
  });

  it('refuses an exported function that is named by its parameter', () => {
    expect(rules('export const stateOf = (row) => row.state;')).toEqual(['export']);
    expect(rules('export function pageOf(rows) {}')).toEqual(['export']);
    expect(rules('const stateOf = (row) => row.state; export type ResponseOf = 1;')).toEqual([]);
  });

  it('does not take code or strings for comments', () => {
    expect(rules('const text = `// what is told`; /* eslint-disable */')).toEqual([]);
  });

  it('checks the sentences of a document, but not its code', () => {
    const document = '# Title\n\nThe job is told to stop.\n\n```ts\n// who is told\n```\n';
    expect(checkDocument('a.md', document)).toMatchObject([{ line: 3, rule: 'document phrase' }]);
  });

  it('refuses a commit subject that is long, lists things or names no area', () => {
    expect(checkSubject('payments: refund only unused days')).toEqual([]);
    expect(checkSubject(`payments: ${'x'.repeat(80)}`)).toHaveLength(1);
    expect(checkSubject('payments: refund days, stop reminders')).toHaveLength(1);
    expect(checkSubject('Refund days')).toHaveLength(1);
  });
});
