/**
 * Verbs of the row actions. The user can type a verb before the name of an account: «bloquear
 * canal-livre».
 */
import { namedApps } from '@ramal/contract/rules/named-apps';
import type { CustomerSection } from '../lines/customer/sections.ts';
import type { LineDialogKind } from '../lines/list/line-params.ts';
import type { Profile } from '../menu.ts';
import { folded } from './matches.ts';
import { readQuantity, type TypedQuantity } from './read-quantity.ts';

interface Act {
  readonly label: string;
  /** Synonyms of the verb. */
  readonly words?: readonly string[];
  /**
   * Dialog or section that the verb opens, for a line or a reseller. If absent, the list with the account
   * opens.
   */
  readonly line?: LineDialogKind | CustomerSection;
  readonly reseller?: string | ((profile: Profile) => string);
  /** Effect on a reseller, which the first row states. */
  readonly effect?: string;
  /** Unit of a number after the name. */
  readonly takes?: 'term' | 'credits';
}

export interface TypedAct extends Act {
  /** The typed text without the verb and the quantity. */
  readonly rest: string;
  readonly quantity?: TypedQuantity;
}

export const blockKind = ({ profile }: Profile): string =>
  profile === 'admin' ? 'block-admin' : 'block';

/** Table of the verbs. It contains the label of every row action; a test checks this. */
const acts: readonly Act[] = [
  { label: '+30', words: ['Mais 30 dias', 'Renovar', 'Estender'], line: 'extend', takes: 'term' },
  { label: 'Ativar', words: ['Ativar como oficial'], line: 'promote' },
  { label: 'Enviar', words: ['Cobrar', 'Links'], line: 'receipt' },
  { label: 'Copiar' },
  { label: 'On/Off', words: ['Ligar', 'Desligar'] },
  { label: 'Vencimento p/23:59', words: ['Vencimento'] },
  {
    label: 'Confiança ao cliente (Adicionar 48 Horas)',
    words: ['Confiança ao cliente', 'Confiança'],
  },
  { label: 'Editar', line: 'edit', reseller: 'edit' },
  { label: 'Link de renovação', line: 'renewal-link' },
  { label: 'Lembretes', line: 'reminders' },
  { label: 'Preço do cliente', words: ['Preço'], line: 'price' },
  { label: 'Marcar como pago', words: ['Marcar em aberto'] },
  { label: 'Editar Nota', line: 'note' },
  { label: 'Editar Pacote', line: 'package' },
  { label: 'Histórico', line: 'history' },
  { label: 'Quem assiste', line: 'watching' },
  { label: 'Caixas', line: 'boxes' },
  { label: 'Detalhes do abuso', line: 'abuse' },
  { label: 'Nova senha' },
  { label: 'Migrar P2P', line: 'migrate-p2p' },
  { label: 'Migrar Novo P2P', line: 'migrate-new-p2p' },
  { label: 'Migrar IPTV', line: 'migrate-iptv' },
  { label: 'Recriar Linha' },
  { label: 'Sincronizar Linha' },
  { label: `Ativar ${namedApps.prime}`, line: 'prime' },
  { label: `Ativar ${namedApps.lazer}`, line: 'lazer' },
  { label: 'Retroceder vencimento', words: ['Retroceder'], line: 'roll-back' },
  { label: 'Restaurar' },
  { label: 'Deletar', words: ['Excluir'], reseller: 'delete' },
  {
    label: 'Créditos Add',
    words: ['Setar Crédito', 'Créditos', 'Crédito'],
    reseller: 'credit',
    takes: 'credits',
  },
  {
    label: 'Movimentações',
    words: ['Extrato'],
    reseller: 'movements',
    effect: 'créditos que entraram e saíram',
  },
  { label: 'Log Acesso', reseller: 'accesses' },
  { label: 'Logs Revenda', words: ['Logs'], reseller: 'log' },
  { label: 'Contas IPTV', words: ['Contas P2P', 'Contas Novo P2P'] },
  { label: 'Limites', reseller: 'limits' },
  { label: 'Permissões', reseller: 'grants' },
  { label: 'QR code 2fa', reseller: 'second-factor' },
  { label: 'Excluir 2fa', reseller: 'remove-2fa' },
  { label: 'Chave Externa', reseller: 'external-key' },
  { label: 'Clientes da Árvore', reseller: 'totals' },
  { label: 'Rastrear', reseller: 'path' },
  {
    label: 'Bloquear',
    words: ['Desbloquear', 'Bloquear Revenda', 'Desbloquear Revenda'],
    reseller: blockKind,
    effect: 'pede o motivo antes',
  },
  {
    label: 'Bloquear Rede',
    words: ['Desbloquear Rede'],
    reseller: 'block-network',
    effect: 'pede o motivo antes',
  },
  { label: 'Deletar Painel C/Clientes', reseller: 'delete' },
  { label: 'Deletar Painel e Rede C/Clientes', reseller: 'delete-tree' },
];

/** Longest phrase first, so that «Editar Nota» is not parsed as «Editar». */
const phrases = acts
  .flatMap((act) =>
    [act.label, ...(act.words ?? [])].map((label) => ({
      act: { ...act, label },
      words: folded(label),
    })),
  )
  .toSorted((verb, other) => other.words.length - verb.words.length);

/** Returns the action before a name, or undefined if the text contains none. */
export function readAct(text: string): TypedAct | undefined {
  const typed = folded(text);
  const phrase = phrases.find(({ words }) => `${typed} `.startsWith(`${words} `));
  if (!phrase) return undefined;
  const rest = Array.from(text).slice(Array.from(phrase.words).length).join('').trim();
  if (rest === '') return undefined;
  if (!phrase.act.takes) return { ...phrase.act, rest };
  const quantity = readQuantity(rest);
  return { ...phrase.act, rest: quantity.name, quantity };
}
