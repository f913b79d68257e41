/** `pg_controldata FOLDER` for Patroni: prints the values of the control file. */
import { orExplain } from '../../start/explain-failure.ts';
import { readControlFile } from './control-file.ts';

await orExplain(async () => {
  const folder = process.argv.at(-1)!;
  for (const [name, value] of Object.entries(readControlFile(folder)))
    process.stdout.write(`${`${name}:`.padEnd(38)}${value}\n`);
  return 0;
});
