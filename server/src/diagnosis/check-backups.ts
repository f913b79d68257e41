/**
 * Checks the backups: the key, the last copy and the remote stores. Uses the same data as the
 * backup screen.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { viewBackups } from '@ramal/contract/operations/backups';
import { type Finding, failed, passed, warned } from './finding.ts';

type View = HandlerResult<typeof viewBackups>;

const DAY_S = 86_400;

export function checkBackups(view: View, now: Date): Omit<Finding, 'subject'> {
  const { key, places, lastGoodTimestamp: last, drill } = view;
  if (!key) return failed('não há chave: crie uma em Backups, sem ela nada é copiado');
  if (!key.provenAtTimestamp)
    return warned('a chave não foi comprovada: confirme em Backups que você tem a outra metade');
  const unreadable = places.find(({ failure }) => failure !== null);
  if (unreadable) return failed(`${unreadable.where} não responde: ${unreadable.failure}`);
  if (places.length < 2) return warned('as cópias ficam só nesta máquina: ligue um lugar de fora');
  const age = last === null ? Infinity : now.getTime() / 1000 - last;
  if (age > DAY_S) return failed('a última cópia tem mais de um dia');
  if (drill?.failure) return failed(`o último teste de restauração falhou: ${drill.failure}`);
  const hours = Math.round(age / 3600);
  return passed(`chave comprovada, ${places.length} lugares, última cópia há ${hours} h`);
}
