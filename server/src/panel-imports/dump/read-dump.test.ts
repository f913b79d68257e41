/** Tests rows of dumps as the tools write them, split at any position, and malicious files. */
import { expect, it } from 'vitest';
import { toPanelRow, panelTable, type RowKind } from './panel-tables.ts';
import { type DumpRow, readDump } from './read-dump.ts';

async function rowsOf(
  text: string | Buffer,
  cut: number = Number.MAX_SAFE_INTEGER,
): Promise<DumpRow<RowKind>[]> {
  const bytes = Buffer.from(text);
  const chunks = (async function* pieces() {
    for (let from = 0; from < bytes.length; from += cut) yield bytes.subarray(from, from + cut);
  })();
  const rows: DumpRow<RowKind>[] = [];
  for await (const some of readDump(chunks, panelTable)) rows.push(...some);
  return rows;
}

const LINES = `CREATE TABLE \`lines\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`member_id\` int(11) DEFAULT NULL COMMENT 'owner; (of it)',
  \`username\` varchar(255) DEFAULT NULL,
  \`password\` varchar(255) DEFAULT NULL,
  \`exp_date\` int(11) DEFAULT NULL,
  \`kind\` enum('a','b') DEFAULT 'a',
  PRIMARY KEY (\`id\`),
  KEY \`member_id\` (\`member_id\`)
) ENGINE=InnoDB;
`;

const DUMP = `-- MariaDB dump 10.19; it's here
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`lines\`;
${LINES}
LOCK TABLES \`lines\` WRITE;
INSERT INTO \`lines\` VALUES (1,7,'ana','s;e''n\\'h\\\\a',1790000000,'a'),(2,NULL,'joão\\n',_binary 'x-y',-1,'b');
REPLACE INTO panel.lines (id, username, exp_date, member_id, password) VALUES (0x03, "bia ""b""", FROM_UNIXTIME(5), 9.50, '');
UNLOCK TABLES;
CREATE TABLE \`streams\` (\`id\` int, \`source\` mediumtext);
INSERT INTO \`streams\` VALUES (1,'(\\'http://x/;--/*'),(2,NULL);
DELIMITER ;;
CREATE PROCEDURE p() BEGIN INSERT INTO \`lines\` VALUES (9,9,'no','no',0,'a'); END ;;
DELIMITER ;
# the end
INSERT IGNORE INTO \`lines\` VALUES (4,7,'caio','1234',NULL,'a') ON DUPLICATE KEY UPDATE id=VALUES(id);
-- Dump completed`;

const fieldsOf = (rows: readonly DumpRow<RowKind>[]) => rows.map(({ fields }) => fields);

it('reads values with quotes and semicolons and comments and functions and numbers', async () => {
  expect(fieldsOf(await rowsOf(DUMP))).toEqual([
    { id: '1', member_id: '7', username: 'ana', password: "s;e'n'h\\a", exp_date: '1790000000' },
    { id: '2', member_id: null, username: 'joão\n', password: 'x-y', exp_date: '-1' },
    { id: '3', username: 'bia "b"', exp_date: '5', member_id: '9.50', password: '' },
    { id: '4', member_id: '7', username: 'caio', password: '1234', exp_date: null },
  ]);
});

it('reads the same rows wherever the file is split', async () => {
  const whole = await rowsOf(DUMP);
  for (const cut of [1, 2, 3, 5, 7, 11, 64]) expect(await rowsOf(DUMP, cut)).toEqual(whole);
});

it('distinguishes customers from resellers if panels use the same table name', async () => {
  const rows = await rowsOf(`
    CREATE TABLE users (id int, member_id int, username text, password text, exp_date int);
    INSERT INTO users VALUES (5, 2, 'cliente', 'abcd', 1790000000);
    CREATE TABLE reg_users (id int, username text, password text, member_group_id int, credits float, owner_id int, status int);
    INSERT INTO reg_users VALUES (2, 'revenda', '$6$x', 3, 12.349, 0, 1);
    CREATE TABLE users (id int, username text, member_group_id int, credits int, owner_id int, password text, status int);
    INSERT INTO users VALUES (7, 'outra', 3, -5, 2, '', 0);
  `);
  expect(rows.map((row) => toPanelRow(row, 'America/Sao_Paulo'))).toMatchObject([
    { kind: 'line', id: 5, name: 'cliente', parent: 2, endsAt: 1_790_000_000, isOn: true },
    { kind: 'reseller', id: 2, name: 'revenda', hundredths: 1234, parent: null, isOn: true },
    {
      kind: 'reseller',
      id: 7,
      name: 'outra',
      hundredths: 0,
      unreadable: 'Os créditos «-5» não são um número de zero em diante.',
      parent: 2,
      isOn: false,
    },
  ]);
});

it('skips tables of no known panel without storing them', async () => {
  const text = `CREATE TABLE t (a text); INSERT INTO t VALUES ('${'x'.repeat(300_000)}');`;
  expect(await rowsOf(text)).toEqual([]);
});

it.each([
  ['a text without an end', `${LINES}INSERT INTO \`lines\` VALUES (1,7,'ana`, 'está incompleto'],
  ['a row without an end', `${LINES}INSERT INTO \`lines\` VALUES (1,7,`, 'está incompleto'],
  ['a comment without an end', `${LINES}/* `, 'está incompleto'],
  ['a table cut off', LINES.slice(0, 80), 'está incompleto'],
  [
    'a value without an end',
    `${LINES}INSERT INTO \`lines\` VALUES (1,7,'${'x'.repeat(70_000)}',`,
    'passa de 64 kB',
  ],
  ['a name without an end', `CREATE TABLE \`${'x'.repeat(70_000)}`, 'passa de 64 kB'],
  ['too few values', `${LINES}INSERT INTO \`lines\` VALUES (1,7,'ana');`, 'não tem tantos valores'],
  ['no structure', `INSERT INTO \`lines\` VALUES (1,7,'ana');`, 'exporte com a estrutura'],
  ['columns without end', `CREATE TABLE lines (${'`a` int,'.repeat(1001)}`, 'mais de 1000 colunas'],
  ['a row that breaks off', `${LINES}INSERT INTO \`lines\` VALUES (1,7;`, 'mal formado'],
  ['bytes', Buffer.from([1, 2, 3, 0, 5]), 'não é um dump SQL'],
  ['UTF-16', Buffer.from('\uFEFFINSERT', 'utf16le'), 'UTF-16'],
  [
    'Latin-1',
    Buffer.from(`${LINES}INSERT INTO \`lines\` VALUES (1,7,'joão','1',1,'a');`, 'latin1'),
    'não está em UTF-8',
  ],
])('says what is wrong with %s', async (_name, text, reason) => {
  await expect(rowsOf(text)).rejects.toThrow(reason);
  await expect(rowsOf(text, 3)).rejects.toThrow(reason);
});
