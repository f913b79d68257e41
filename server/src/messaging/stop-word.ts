/** Recognizes replies that stop messages, in every channel that customers can answer. */
const STOP = 'stop|parar|pare|para|sair|cancelar|cancele|cancela|descadastrar';
const GREETING = 'oi|ola|bom dia|boa tarde|boa noite';
const COURTESY = 'por favor|por gentileza|pf|pfv|pfvr|please|obrigado|obrigada|obg';
const OBJECT =
  '(?:de )?(?:enviar |mandar |receber )?(?:as |os |essas |esses )?(?:mensagens|mensagem|lembretes|avisos)';

const stopReply = new RegExp(
  `^(?:(?:${GREETING}) )?(?:(?:${COURTESY}) )?(?:${STOP})(?: ${OBJECT})?(?: (?:${COURTESY}))*$`,
);

/**
 * Turns `*PARAR* 🙏` into `parar`. Ignores case, accents, emoji and all punctuation except a
 * question mark, because a question is not a stop.
 */
const normalizeReply = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/^\s*\/stop@\w+/i, 'stop')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}?\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** True if the whole reply requests a stop. False for a question or any other text. */
export const isStopWord = (text: string): boolean => stopReply.test(normalizeReply(text));
