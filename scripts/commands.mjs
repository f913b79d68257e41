/** Table of the commands of `./ramal` by name. npm runs the same commands. */

const server = { file: 'server/src/main.ts', isServer: true };

export const COMMANDS = {
  start: { ...server, effect: 'inicia o Ramal' },
  demo: { ...server, args: ['demo'], effect: 'inicia com dados de exemplo em ./data-demo' },
  reload: { ...server, isReplacement: true, effect: 'troca o Ramal em execução por esta versão' },
  admin: {
    file: 'server/src/admin.ts',
    form: 'reset NOME',
    effect: 'dá uma senha nova a um administrador; unblock [IP] libera endereços',
  },
  restore: {
    file: 'server/src/restore.ts',
    form: 'ARQUIVO --key CHAVE',
    effect: 'restaura uma cópia; sem argumentos mostra as outras formas',
  },
  rollback: {
    file: 'server/src/rollback.ts',
    effect: 'volta à versão de antes da última atualização',
  },
  doctor: { file: 'server/src/doctor.ts', effect: 'confere a instalação e mostra uma tabela' },
  probe: {
    file: 'server/src/probe-agent.ts',
    effect: 'verifica servidores a partir desta máquina',
  },
};

/** Returns the command with this name; undefined for an unknown name. */
export const findCommand = (name) => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined);

/** Lists the commands as the operator types them. */
export function describeCommands(launcher) {
  const rows = Object.entries(COMMANDS).map(([name, { form, effect }]) => [
    `${launcher} ${name}${form ? ` ${form}` : ''}`,
    effect,
  ]);
  const width = Math.max(...rows.map(([call]) => call.length)) + 2;
  return ['Comandos:', ...rows.map(([call, effect]) => `  ${call.padEnd(width)}${effect}`)];
}
