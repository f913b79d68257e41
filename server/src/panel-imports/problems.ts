/**
 * Finds the reason why a reseller or a line cannot be imported with any plan. The reason is empty
 * if it can be imported.
 */
import { isUsableUsername, isUsablePassword } from '@ramal/contract/lines/list-migrators';
import { accountName } from '@ramal/contract/resellers/resellers';
import type { PanelLine, PanelReseller, PanelRow } from './dump/panel-tables.ts';

export function findRowProblem(row: PanelRow): string {
  if ('unreadable' in row && row.unreadable) return row.unreadable;
  if (row.kind === 'reseller') return problemOfReseller(row);
  return row.kind === 'line' ? problemOfLine(row) : '';
}

function problemOfReseller({ name }: PanelReseller): string {
  const read = accountName.safeParse(name);
  return read.success && read.data === name
    ? ''
    : 'O usuário não serve: use de 3 a 60 letras, números ou . _ -';
}

/**
 * Returns the problem of a line; empty without one. Imported customers keep their names, because
 * only generated IPTV names must be numbers.
 */
function problemOfLine({ name, password, isTrial, isSpecial }: PanelLine): string {
  if (isSpecial) return 'É de um aparelho MAG ou Enigma, ou retransmite para outro painel.';
  if (isTrial) return 'É um teste.';
  if (!isUsableUsername(name))
    return 'O usuário não serve: use de 4 a 20 letras, números ou . _ @ -';
  return isUsablePassword(password)
    ? ''
    : 'A senha não serve: use de 4 a 40 letras, números ou . _ @ ! $ ~ -';
}
