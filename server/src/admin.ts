/**
 * `npm run admin -- reset NAME` sets a new password for a locked-out admin. `npm run admin --
 * unblock [IP]` unblocks one address or all of them.
 */
import { readConfig } from './foundation/config.ts';
import { unblock } from './blocklist/blocklist.ts';
import type { AppContext } from './foundation/app-context.ts';
import { createContext } from './create-context.ts';
import { commandWithArguments } from './foundation/start/command-line.ts';
import { orExplain } from './foundation/start/explain-failure.ts';
import { resetAdmin } from './sessions/sessions.ts';

const [command, name] = process.argv.slice(2);

async function run(): Promise<number> {
  if (command === 'unblock') return withContext(unblockAddresses);
  if (command === 'reset' && name) return withContext((ctx) => reset(ctx, name));
  process.stderr.write(
    `Uso: ${commandWithArguments('admin')} reset NOME\n     ${commandWithArguments('admin')} unblock [IP]\n`,
  );
  return 2;
}

async function withContext(act: (ctx: AppContext) => Promise<number>): Promise<number> {
  const open = await createContext(readConfig({ RAMAL_LOG: 'warn', ...process.env }));
  try {
    return await act(open.ctx);
  } finally {
    await open.close();
  }
}

async function reset(ctx: AppContext, username: string): Promise<number> {
  const password = await resetAdmin(ctx, username);
  if (!password) {
    process.stderr.write(`Nenhum administrador se chama ${username}.\n`);
    return 1;
  }
  process.stdout.write(
    `Nova senha de ${username}: ${password}\nO 2FA foi desligado, e as outras sessões terminaram.\n`,
  );
  return 0;
}

/** Deletes the blocks. Running processes accept the addresses again within seconds. */
async function unblockAddresses(ctx: AppContext): Promise<number> {
  const addresses = await unblock(ctx, name);
  process.stdout.write(
    addresses === undefined
      ? `${name} não é um endereço de IP.\n`
      : `Endereços liberados: ${addresses}.\n`,
  );
  return addresses === undefined ? 1 : 0;
}

await orExplain(run);
