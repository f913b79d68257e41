/**
 * Meaning of an error code of Meta. Meta may reject a message at once, or report the failure later.
 * For the values without a comment, see `meaningTexts`.
 */
export type CodeMeaning =
  /** The number sends too fast, so its queue pauses for a short time. */
  | 'slow_number'
  /** This recipient has received too many messages, so only the message to this recipient waits. */
  | 'slow_person'
  /** The account or the app has reached its limit of calls, so the queue pauses for minutes. */
  | 'slow_account'
  /**
   * Meta limits the number of marketing messages, so each pause is longer than the previous one.
   */
  | 'held_back'
  | 'transient'
  | 'window_closed'
  /** The recipient's number has no WhatsApp. */
  | 'no_whatsapp'
  /** The recipient does not accept messages in this channel. The failure is final. */
  | 'unwilling'
  | 'template_broken'
  | 'template_paused'
  /** Nothing is sent until an admin repairs the settings. */
  | 'channel_stopped'
  | 'refused';

const meanings: readonly (readonly [CodeMeaning, readonly number[]])[] = [
  ['slow_number', [130429]],
  ['slow_person', [131056]],
  ['slow_account', [80007, 4]],
  ['held_back', [131049]],
  ['unwilling', [130472, 131050]],
  ['window_closed', [131047]],
  ['no_whatsapp', [131026]],
  ['transient', [131000, 131016, 1, 2]],
  ['template_broken', [132000, 132001, 132005, 132012]],
  ['template_paused', [132015, 132016]],
  ['channel_stopped', [131048, 131042, 190, 0, 10, 368, 131031]],
  ['refused', [100, 131008, 131009]],
];

export function explainErrorCode(code: number, status = 400): CodeMeaning {
  const meaning = meanings.find(([, codes]) => codes.includes(code));
  if (meaning) return meaning[0];
  if (code >= 200 && code <= 299) return 'channel_stopped';
  return status >= 500 ? 'transient' : 'refused';
}

/** Reason of a failure as the screens show it. */
export const meaningTexts: Readonly<Record<CodeMeaning, string>> = {
  slow_number: 'O WhatsApp pediu para enviar mais devagar.',
  slow_person: 'O WhatsApp pediu uma pausa para este cliente.',
  slow_account: 'A conta do WhatsApp chegou ao limite de chamadas.',
  held_back: 'O WhatsApp segurou a mensagem por excesso de propaganda.',
  transient: 'O WhatsApp está com problemas.',
  window_closed: 'O cliente não escreveu nas últimas 24 horas.',
  no_whatsapp: 'Este número não recebe pelo WhatsApp.',
  unwilling: 'O WhatsApp não entrega a este cliente.',
  template_broken: 'O WhatsApp não aceitou o modelo da mensagem.',
  template_paused: 'O modelo da mensagem está pausado no WhatsApp.',
  channel_stopped: 'O WhatsApp recusa os envios deste número.',
  refused: 'O WhatsApp recusou a mensagem.',
};

const stopLabels: Readonly<Record<number, string>> = {
  131048: 'O número foi marcado como spam no WhatsApp. Veja a qualidade dele na Meta.',
  131042: 'A Meta não consegue cobrar a conta. Acerte o pagamento na Meta.',
  190: 'A Meta não aceita mais o token. Cole um novo.',
};

/** Text that the settings screen shows until the fault is repaired. */
export const describeFault = (code: number): string =>
  stopLabels[code] ??
  `A Meta recusa os envios deste número (código ${code}). Veja a conta na Meta.`;
