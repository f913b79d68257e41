/** `npm run admin -- reset NAME` gives a locked-out admin a new password. */
import { readConfig } from './foundation/config.ts';
import { createContext } from './create-context.ts';
import { resetAdmin } from './sessions/sessions.ts';

const [command, name] = process.argv.slice(2);

async function run(): Promise<number> {
  if (command !== 'reset' || !name) {
    process.stderr.write('Usage: npm run admin -- reset NAME\n');
    return 2;
  }
  const open = await createContext(readConfig({ RAMAL_LOG: 'warn', ...process.env }));
  try {
    const password = await resetAdmin(open.ctx, name);
    if (!password) {
      process.stderr.write(`No admin is called ${name}.\n`);
      return 1;
    }
    process.stdout.write(
      `New password of ${name}: ${password}\nIts second factor is off; its other sign-ins ended.\n`,
    );
    return 0;
  } finally {
    await open.close();
  }
}

process.exitCode = await run();
