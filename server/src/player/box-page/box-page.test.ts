import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createContext, Script } from 'node:vm';
import sharp from 'sharp';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, openPlayer } from '../../../test/player.ts';
import { SCRIPTS, readPageFiles } from './box-page.routes.ts';
import { FULL_HD, PAL, scaleLengths } from './scale-lengths.ts';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');

/** Node types of ES5 in the ESTree format. Boxes do not support any other type. */
const ES5_NODES = new Set(
  `Program ExpressionStatement BlockStatement EmptyStatement DebuggerStatement ReturnStatement
  LabeledStatement BreakStatement ContinueStatement IfStatement SwitchStatement SwitchCase
  ThrowStatement TryStatement CatchClause WhileStatement DoWhileStatement ForStatement
  ForInStatement FunctionDeclaration FunctionExpression VariableDeclaration VariableDeclarator
  ThisExpression ArrayExpression ObjectExpression Property UnaryExpression UpdateExpression
  BinaryExpression AssignmentExpression LogicalExpression MemberExpression ConditionalExpression
  CallExpression NewExpression SequenceExpression Identifier Literal ParenthesizedExpression`.split(
    /\s+/,
  ),
);
const NEW_OPERATORS = new Set(['**', '**=', '??', '??=', '||=', '&&=']);
/** Globals and methods that QtWebKit 533 lacks. */
const NEW_NAMES =
  /^(Promise|fetch|Map|Set|WeakMap|Symbol|Proxy|Reflect|URL|URLSearchParams|FormData|Intl|classList|dataset|assign|entries|values|includes|startsWith|endsWith|padStart|padEnd|repeat|find|findIndex|flat|flatMap|bind|append|remove|closest|replaceAll|matchAll|requestAnimationFrame|toLocaleString|toLocaleDateString|toLocaleTimeString|format|fromEntries|at)$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns a reason for each part of a script that is newer than ES5. */
function newerThanEs5(source: string): string[] {
  const { program, errors } = parseSync('page.js', source, { sourceType: 'script' });
  const reasons = errors.map(({ message }) => message);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    reasons.push(...reasonsOf(value));
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
  };
  visit(program);
  // The syntax tree does not contain a comma after the last argument or parameter, so the text is
  // searched.
  if (/,\s*\)/.test(source)) reasons.push('comma before )');
  return reasons;
}

function reasonsOf(node: Node): string[] {
  const reasons = [
    [!ES5_NODES.has(node.type), node.type],
    [node.kind === 'let' || node.kind === 'const', node.kind],
    [node.async === true || node.generator === true, 'async or generator'],
    [
      node.type === 'Property' && (node.shorthand || node.method || node.computed),
      'short property',
    ],
    [node.optional === true, 'optional chaining'],
    [NEW_OPERATORS.has(String(node.operator)), node.operator],
    [node.type === 'CatchClause' && !node.param, 'catch without parameter'],
    [node.type === 'Literal' && /^\d+n$|_/.test(numberText(node)), node.raw],
    [isNewPattern(node), 'regular expression'],
    [
      node.type === 'MemberExpression' && !node.computed && isNewName(node),
      (node.property as Node | undefined)?.name,
    ],
  ];
  return reasons.filter(([isNew]) => isNew).map(([, reason]) => String(reason));
}

const numberText = ({ value, raw }: Node): string =>
  typeof value === 'number' || typeof value === 'bigint' ? String(raw) : '';

/** `box.find` is a function of the page itself. */
function isNewName({ object, property }: Node): boolean {
  const [owner, name] = [object, property].map((node) => String((node as Node).name));
  return NEW_NAMES.test(name!) && !(owner === 'box' && name === 'find');
}

function isNewPattern({ regex }: Node): boolean {
  if (typeof regex !== 'object' || regex === null) return false;
  const { pattern, flags } = regex as { pattern: string; flags: string };
  return /[^gim]/.test(flags) || /\(\?<|\\p\{|\\u\{/.test(pattern);
}

const FORBIDDEN_CSS =
  /\b(flex|grid|inline-block|sticky|fixed)\b|@font-face|@import|@media|@supports|@container|var\(|calc\(|min\(|max\(|clamp\(|url\(|\b\d*\.?\d+(r?em|v[hw]|ch|fr)\b|transform|transition|animation|object-fit|\bgap\b|inset|box-shadow|#[\da-f]{8}\b/i;

const forbiddenCss = (sheet: string): string[] =>
  sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => FORBIDDEN_CSS.test(line));

describe('the source of the page for boxes', () => {
  test.each(SCRIPTS)('%s contains only ES5 and old interfaces', (name) => {
    expect(newerThanEs5(read(name))).toEqual([]);
  });

  test.each([
    ['var a = () => 1;', 'ArrowFunctionExpression'],
    ['let a = 1;', 'let'],
    ['var a = `b`;', 'TemplateLiteral'],
    ['f(1, 2,);', 'comma before )'],
    ['try { f(); } catch { g(); }', 'catch without parameter'],
    ['var a = { b, c: 1 };', 'short property'],
    ['for (var a of b) f(a);', 'ForOfStatement'],
    ['a = b ?? c;', '??'],
    ['a = b?.c;', 'ChainExpression'],
    ['f(...a);', 'SpreadElement'],
    ['a = /b/u;', 'regular expression'],
    ['element.classList.add(b);', 'classList'],
    ['rows.find(f);', 'find'],
    ['function f(a = 1) { return a; }', 'AssignmentPattern'],
  ])('rejects %s', (source, reason) => {
    expect(newerThanEs5(source)).toContain(reason);
  });

  test('has style sheets without flex, grid, web fonts and newer units', () => {
    const sheets = [...readPageFiles()].filter(([name]) => name.endsWith('.css'));
    expect(sheets).toHaveLength(3);
    for (const [name, { text }] of sheets) expect(forbiddenCss(text), name).toEqual([]);
    expect(forbiddenCss('a {\n  display: flex;\n}\nb {\n  width: 2rem;\n}')).toHaveLength(2);
  });

  test('has a document without inline scripts, styles and SVG', () => {
    expect(read('index.html')).not.toMatch(/<svg|<script>|type="module"|style="|<style|onclick=/);
  });

  test('is one and a half times as large on a Full HD screen', () => {
    expect(scaleLengths('a { left: 48px; top: -6px; border: 1px solid #111; }', FULL_HD)).toBe(
      'a { left: 72px; top: -9px; border: 2px solid #111; }',
    );
  });

  test('is narrower and lower on a screen of 720×576, with the same borders', () => {
    const sheet =
      'a { left: 48px; top: -10px; padding: 10px 48px 0 16px; border: 4px solid #111; }';
    expect(scaleLengths(sheet, PAL)).toBe(
      'a { left: 27px; top: -8px; padding: 8px 27px 0 9px; border: 4px solid #111; }',
    );
  });
});

type Callback = (failure: string | undefined, answer?: unknown) => void;

test('the list of channels waits until the favourites of the viewer arrive', () => {
  const retries: { readonly again: () => void; readonly delay: number }[] = [];
  const failures = ['network', undefined];
  const answers: Record<string, unknown> = { get_genres: [], get_all_channels: { data: [] } };
  const box: Record<string, unknown> = {
    show: () => {},
    settle: () => () => {},
    get: (_type: string, action: string, _fields: object, done: Callback) =>
      action === 'get_fav_ids' ? done(failures.shift(), ['7']) : done(undefined, answers[action]),
  };
  const setTimeout = (again: () => void, delay: number) => retries.push({ again, delay });
  new Script(read('scripts/channels.js')).runInContext(
    createContext({ window: { ramal: box, setTimeout } }),
  );
  const used: unknown[] = [];
  Object.assign(box, {
    drawLoading: () => {},
    useChannels: () => used.push(box.favourites),
  });
  (box.loadChannels as () => void)();
  expect([used, retries.map(({ delay }) => delay)]).toEqual([[], [10_000]]);
  retries[0]!.again();
  expect(used).toEqual([['7']]);
});

describe('the page for boxes', () => {
  let ctx: TestContext;
  let player: OpenPlayer;
  beforeAll(async () => {
    ctx = await createTestContext();
    player = await openPlayer(ctx);
  });
  afterAll(async () => {
    await player.close();
    await ctx.close();
  });

  test.each(['/c', '/c/', '/stalker_portal/c/', '/stalker_portal/c'])(
    'is served at %s without a redirect',
    async (url) => {
      const answer = await fetch(player.url + url, { redirect: 'manual' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = await answer.text();
      expect(page).toContain('<title>Ramal</title>');
      expect(page).toContain('<base href="/c/" />');
    },
  );

  test('names its files with a hash, and the files may be cached', async () => {
    const page = await (await fetch(`${player.url}/c/`)).text();
    const names = [...page.matchAll(/(?:href|src)="(box[^"]+)"/g)].map(([, name]) => name!);
    expect(names).toHaveLength(4);
    for (const name of names) {
      const answer = await fetch(`${player.url}/c/${name}`);
      expect(answer.status, name).toBe(200);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(await answer.text()).toBe(readPageFiles().get(name.replace(/\?.*/, ''))!.text);
    }
  });

  test('draws its mark and the QR code of an address of this host as PNG', async () => {
    for (const [url, width] of [
      ['/c/mark.png', 120],
      [`/c/qr.png?text=${encodeURIComponent(`${player.url}/portal?k=abc`)}`, 495],
    ] as const) {
      const answer = await fetch(player.url + url);
      expect(answer.headers.get('content-type'), url).toBe('image/png');
      const { format, width: drawn } = await sharp(await answer.arrayBuffer()).metadata();
      expect([format, drawn]).toEqual(['png', width]);
    }
  });

  test.each([
    'https://other.example/',
    'javascript:alert(1)',
    'text',
    '',
    `http://localhost/${'a'.repeat(400)}`,
  ])('draws no QR code of %s', async (text) => {
    const answer = await fetch(`${player.url}/c/qr.png?text=${encodeURIComponent(text)}`);
    expect(answer.status).toBe(404);
  });
});
