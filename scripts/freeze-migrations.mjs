/**
 * Writes the checksums of new migrations into server/migration-checksums.json. A migration with a
 * checksum is released and must not be changed or removed. A database that has run the old text
 * would never run a new one.
 */
import { writeFileSync } from 'node:fs';
import { checksumsFile, compareMigrations, readChecksums, readFrozen } from './migrations.mjs';
import { runOrExplain } from './run.mjs';

await runOrExplain(() => {
  const current = readChecksums();
  const { added, changed, removed } = compareMigrations(current, readFrozen());

  if (changed.length > 0 || removed.length > 0) {
    for (const name of changed) console.error(`${name} is released and was changed.`);
    for (const name of removed) console.error(`${name} is released and was removed.`);
    console.error('Restore it and write what should differ as a new migration.');
    process.exitCode = 1;
  } else {
    writeFileSync(checksumsFile, `${JSON.stringify(current, null, 2)}\n`);
    console.log(added.length > 0 ? `Frozen: ${added.join(', ')}` : 'Nothing new to freeze.');
  }
});
