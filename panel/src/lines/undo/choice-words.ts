import type { ChosenUndoAct } from '@ramal/contract/undo';

/** Names of the acts in «Minha conta» and in the offer after the tenth confirmation. */
export const choiceWords: Readonly<Record<ChosenUndoAct, string>> = {
  renew: '+30',
  toggle: 'On/Off',
  'end-of-day': 'Vencimento p/23:59',
  trust: 'Confiança (48 horas)',
};
