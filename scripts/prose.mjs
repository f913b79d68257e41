/**
 * Checks the English of comments, names, test titles, documents and commit subjects. Sentences must
 * be complete, and each concept has one word. Prints a line for each breach. `--count` prints the
 * number of breaches by rule.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const root = join(fileURLToPath(import.meta.url), '../..');

const MAX_WORDS_IN_A_SENTENCE = 25;
const MIN_WORDS_IN_A_TITLE = 3;
const MAX_SUBJECT_LENGTH = 72;

/** First words of a comment that has no subject of its own. */
const subjectless =
  /^(what|who|whose|whoever|where|from where|how many|of|those|that|its|it|one|so|as)\b/i;

/** Rejected phrases by the standard word that replaces them. */
const phrases = {
  'requests, sends, receives, reports, returns':
    /\b(is|are|was|were|be|been|being|gets?|got) (asked|told|heard|said)\b/i,
  'is stored in, is in, contains':
    /\b(stands?|stood)\b(?! (for|by)\b|-)|\b(is|are|was|were) held\b|\blies\b/i,
  'continues, resumes, is restored':
    /\b(go|goes|went|going|gone) on\b|\b(takes?|took|taken) up\b|\b(comes?|came) back\b/i,
  'assigns, dispatches, forwards':
    /\b(gives?|gave|given) away\b|\b(hands?|handed) over\b|\b(passes|passed|pass) on\b/i,
  'again, next to, remotely, automatically':
    /\banew\b|\bmeanwhile\b|\bbeside\b|\belsewhere\b|\bby itself\b|\bby themselves\b/i,
  'message, status, reason': /\ba word\b(?! of (at|up|the|\d))/i,
  'the installation, the server': /\bthe (house|office)\b/i,
  'expired, finished': /\bwhat is over\b|\b(is|are) over\b/i,
  descendants: /\b(who|those|what) (is|are) below\b/i,
  'permission, authorised accounts': /\bwho may\b/i,
  'checked, searched': /\blook(s|ed|ing)? (at|for|after)\b/i,
  'claim, request, notification': /\bthe (taking|asking|telling)\b/i,
  'path, route, entry point': /\b(roads?|doors?)\b/i,
  'channel, channel order': /\b(rungs?|ladders?)\b/i,
  'drained, draining, imported': /\baside\b|\b(is|are|was|were) brought\b|\bbrings\b/i,
  'timeout, slot': /\bpatience\b|\b(its|his|her|their|a|whose) turn\b/i,
  'no longer exists, is not': /\b(is|are|was|were) (none|no more)\b/i,
  'the noun': /\bwhoever\b|\bthose who\b|\bwho (asks?|asked)\b/i,
};

/** First words of a test title that is readable only after the title of its group. */
const dependent = /^(are|do|have|were|of|for|to|with \d)\b/;

const emptyNames = new Set([
  'told',
  'asked',
  'heard',
  'given',
  'stands',
  'within',
  'one',
  'of',
  'own',
  'there',
  'found',
  'known',
  'kept',
]);

/** Exported names in which «of» does not replace the noun of the result. */
const plainOf = /^(asOf|parseOneOf|pageCacheOf|notificationOf)$/;

/** Words that names must not contain, because each of them had several meanings here. */
const ambiguous = /verdict|judg(e|ing)|(?<!out|under|notwith)standing/i;

/** Names of types that are a single participle. */
const participle =
  /^(Told|Asked|Heard|Said|Taken|Kept|Named|Shown|Made|Given|Sent|Found|Known|Held|Brought|Left|Lost|Built|Chosen|Drawn|Seen|Spent|Sold|Bought|Met|Put|Written|Done|Gone|Meant|Paid|Begun|Born|Fed|Hidden|Laid|Led|Torn|Stolen|Thrown|Grown|Worn|[A-Z][a-z]*[^aeu]ed)$/;

const sourceFiles = /\.(ts|tsx|mjs|cjs|js)$/;
/** Generated, copied or frozen files. */
const unchecked = /^packages\/client\/src\/calls\.ts$|\/cases\/|^server\/migrations\//;

/** Returns the breaches of one source file as `{ file, line, rule, text }`. */
export function checkSource(file, text) {
  const { program, comments } = parseSync(file, text);
  const at = lineCounter(text);
  const breach = (rule, offset, words) => ({ file, ...at(offset), rule, text: words });
  return [
    ...joinComments(comments, text).flatMap(({ start, text: comment }) =>
      checkComment(comment).map(([rule, words]) => breach(rule, start, words)),
    ),
    ...checkNames(program).map(({ rule, start, name }) => breach(rule, start, name)),
  ];
}

/** Returns the breaches of a comment's text as pairs of rule and words. */
export function checkComment(comment) {
  const sentences = toSentences(comment);
  const first = sentences[0];
  if (!first) return [];
  return [...(subjectless.test(first) ? [['start', first]] : []), ...checkSentences(sentences)];
}

function checkSentences(sentences) {
  return sentences.flatMap((sentence) => [
    ...(countWords(sentence) > MAX_WORDS_IN_A_SENTENCE ? [['sentence', sentence]] : []),
    ...Object.entries(phrases).flatMap(([better, phrase]) => {
      const hit = phrase.exec(sentence);
      return hit ? [['phrase', `«${hit[0]}» (${better}): ${sentence}`]] : [];
    }),
  ]);
}

/** Returns the sentences of a comment or paragraph; code and quotations count as one word. */
export function toSentences(comment) {
  return comment
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/`[^`]*`|«[^»]*»|“[^”]*”|"[^"]*"|\{@link [^}]*\}|https?:\S+/g, 'X')
    .split(
      /(?<=[.!?][)»"*]{0,3})(?<!\b(?:e\.g|i\.e|vs|no|cf)\.)\s+|\n\s*\n|\n\s*(?=[-*|@] ?)|(?<=:)\s*\n/,
    )
    .map((sentence) =>
      sentence
        .replace(/\s+/g, ' ')
        .replace(/^[-*@|\s]+/, '')
        .trim(),
    )
    .filter((sentence) => /[a-z]{2}/i.test(sentence));
}

function countWords(sentence) {
  return sentence.split(/[\s/|]+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

/** Joins adjacent line comments. Directives of tools are skipped. */
function joinComments(comments, text) {
  const joined = [];
  for (const { type, value, start, end } of comments) {
    if (
      /^\s*(eslint|oxlint|@ts-|@vitest|#region|biome|@__PURE__|v8 ignore|prettier|\/ <ref)/.test(
        value,
      )
    )
      continue;
    const last = joined.at(-1);
    if (type === 'Line' && last?.isLine && /^\s*$/.test(text.slice(last.end, start))) {
      last.text += `\n${value}`;
      last.end = end;
    } else joined.push({ start, end, text: value, isLine: type === 'Line' });
  }
  return joined;
}

function checkNames(program) {
  const hits = [];
  const name = (id) => {
    if (id?.type === 'Identifier' && (emptyNames.has(id.name) || ambiguous.test(id.name)))
      hits.push({ rule: 'name', start: id.start, name: id.name });
  };
  const type = ({ id }) => {
    if (
      participle.test(id.name) ||
      ambiguous.test(id.name) ||
      /^Told[A-Z]/.test(id.name) ||
      /[A-Za-z]{4}[2-9]$/.test(id.name)
    )
      hits.push({ rule: 'type', start: id.start, name: id.name });
  };
  const pattern = (node) => {
    if (!node) return;
    if (node.type === 'Identifier') name(node);
    else if (node.type === 'ObjectPattern')
      node.properties.forEach((p) => pattern(p.value ?? p.argument));
    else if (node.type === 'ArrayPattern') node.elements.forEach(pattern);
    else if (node.type === 'AssignmentPattern') pattern(node.left);
    else if (node.type === 'RestElement') pattern(node.argument);
  };
  const parameters = ({ params, id }) => {
    params.forEach(pattern);
    name(id);
  };
  const exported = ({ declaration }) => {
    const declared = declaration?.declarations ?? [declaration];
    for (const id of declared.map((each) => each?.id))
      if (id?.type === 'Identifier' && /^[a-z]\w*Of$/.test(id.name) && !plainOf.test(id.name))
        hits.push({ rule: 'export', start: id.start, name: id.name });
  };
  new Visitor({
    ExportNamedDeclaration: exported,
    VariableDeclarator: ({ id }) => pattern(id),
    FunctionDeclaration: parameters,
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    TSInterfaceDeclaration: type,
    TSTypeAliasDeclaration: type,
    CallExpression: (call) => {
      const title = testTitle(call);
      if (title && isPoorTitle(title.value))
        hits.push({ rule: 'title', start: title.start, name: title.value });
      const group = groupTitle(call);
      if (group && subjectless.test(group.value))
        hits.push({ rule: 'title', start: group.start, name: group.value });
    },
  }).visit(program);
  return hits;
}

const isPoorTitle = (title) =>
  dependent.test(title) || (!/[%$]/.test(title) && countWords(title) < MIN_WORDS_IN_A_TITLE);

/** Returns the title literal of `it(…)`, `test(…)` and their `each`, undefined for other calls. */
function testTitle({ callee, arguments: [first] }) {
  const test = callee.type === 'CallExpression' ? callee.callee.object : callee;
  const isTest = test?.type === 'Identifier' && (test.name === 'it' || test.name === 'test');
  return isTest && first?.type === 'Literal' && typeof first.value === 'string' ? first : undefined;
}

/** Returns the title literal of `describe(…)`, undefined for other calls. */
function groupTitle({ callee, arguments: [first] }) {
  const isGroup = callee.type === 'Identifier' && callee.name === 'describe';
  return isGroup && first?.type === 'Literal' && typeof first.value === 'string'
    ? first
    : undefined;
}

/** Returns the breaches of a document; tables are checked by phrase, text by sentence too. */
export function checkDocument(file, text) {
  const at = lineCounter(text);
  const plain = text.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' '));
  return [...plain.matchAll(/[^\n]+(\n(?!\s*([-*|#>]|\d+\.|\n))[^\n]+)*/g)].flatMap(
    ({ 0: block, index }) => {
      const cells = block.trimStart().startsWith('|') ? block.split('|') : [block];
      return cells.flatMap((cell) =>
        checkSentences(toSentences(cell.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))).map(
          ([rule, words]) => ({
            file,
            ...at(index),
            rule: `document ${rule}`,
            text: words,
          }),
        ),
      );
    },
  );
}

export function checkSubject(subject) {
  if (subject.length > MAX_SUBJECT_LENGTH) return [`${subject.length} characters: ${subject}`];
  if (subject.includes(',')) return [`a comma: ${subject}`];
  return /^[\w./ -]+: \S/.test(subject) ? [] : [`no area: ${subject}`];
}

function lineCounter(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  };
}

function git(...parts) {
  const { status, stdout } = spawnSync('git', parts, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

/**
 * Returns the subjects of all commits since this check became part of `npm run check`. Returns an
 * empty list outside a clone.
 */
function recentSubjects() {
  const [first] = git('log', '-S"prose": ', '--format=%H', '--', 'package.json').slice(-1);
  return first ? git('log', '--format=%s', `${first}..HEAD`) : [];
}

function checkFile(file) {
  const text = () => readFileSync(join(root, file), 'utf8');
  if (unchecked.test(file)) return [];
  if (sourceFiles.test(file)) return checkSource(file, text());
  if (extname(file) === '.css' || extname(file) === '.sql') return checkStyles(file, text());
  return [];
}

function checkStyles(file, text) {
  const at = lineCounter(text);
  const comments = extname(file) === '.sql' ? /(^[ \t]*--[^\n]*\n?)+/gm : /\/\*[\s\S]*?\*\//g;
  return [...text.matchAll(comments)].flatMap(({ 0: comment, index }) =>
    checkComment(comment.replace(/^\s*--|^\/\*|\*\/$/gm, '')).map(([rule, words]) => ({
      file,
      ...at(index),
      rule,
      text: words,
    })),
  );
}

const isDocument = (file) => /^(docs\/.*|README|CHANGELOG)\.md$/.test(file);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flags = process.argv.slice(2);
  const under = flags.filter((flag) => !flag.startsWith('--'));
  const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) => under.length === 0 || under.some((folder) => file.startsWith(folder)),
  );
  const breaches = [
    ...files.flatMap((file) =>
      isDocument(file)
        ? checkDocument(file, readFileSync(join(root, file), 'utf8'))
        : checkFile(file),
    ),
    ...(under.length > 0
      ? []
      : recentSubjects()
          .flatMap(checkSubject)
          .map((text) => ({ file: 'commit', line: 0, rule: 'subject', text }))),
  ];
  if (flags.includes('--count')) {
    const counts = new Map();
    for (const { rule } of breaches) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    for (const [rule, count] of counts) console.log(`${rule}: ${count}`);
  } else
    for (const { file, line, rule, text } of breaches)
      console.log(`${file}:${line} ${rule}: ${text}`);
  if (breaches.length > 0) process.exitCode = 1;
}
