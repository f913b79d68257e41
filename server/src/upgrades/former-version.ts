/** Finds the code of the release to which a rollback returns. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../foundation/start/operator-error.ts';
import { type InstalledVersion, runningVersion } from './version-file.ts';

interface FormerVersionQuery {
  /** Null if the former release did not record itself. */
  readonly version: string | null;
  readonly recorded: InstalledVersion | null;
  /** Folder that the operator entered. */
  readonly folder: string | undefined;
}

export async function findFormerVersion({
  version,
  recorded,
  folder,
}: FormerVersionQuery): Promise<InstalledVersion> {
  const place = folder ?? recorded?.folder;
  const name = version ?? 'anterior';
  if (place === undefined)
    throw new OperatorError(
      `A pasta da versão ${name} não está registrada: indique-a com --to PASTA.`,
    );
  const present = await readVersionIn(place);
  if (present === undefined)
    throw new OperatorError(
      `A pasta ${place} não tem um Ramal: instale a versão ${name} de novo e indique a pasta com --to PASTA.`,
    );
  if (present === runningVersion().version || (version !== null && present !== version))
    throw new OperatorError(
      `A pasta ${place} tem a versão ${present}, e não a ${name}: ponha a ${name} em outra pasta e indique-a com --to PASTA.`,
    );
  return { version: present, folder: path.resolve(place), node: nodeIn(place, recorded) };
}

/** Clones and release archives both contain this file. */
const PACKAGE = 'server/package.json';
const packageSchema = z.object({ name: z.literal('@ramal/server'), version: z.string() });

async function readVersionIn(folder: string): Promise<string | undefined> {
  const text = await readFile(path.join(folder, PACKAGE), 'utf8').catch(() => 'null');
  return packageSchema.safeParse(JSON.parse(text)).data?.version;
}

function nodeIn(folder: string, recorded: InstalledVersion | null): string {
  const bundled = ['bin/node', `node_modules/node-linux-${process.arch}/bin/node`].map((file) =>
    path.join(folder, file),
  );
  return [...bundled, recorded?.node].find((file) => file && existsSync(file)) ?? process.execPath;
}
