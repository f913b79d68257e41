/** Kinds of notices in the order of their groups under the bell, and the channels for each. */
export const noticeKinds = ['answer', 'message', 'work', 'customers', 'credits'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const noticeKindNames: Readonly<Record<NoticeKind, string>> = {
  answer: 'Respostas',
  message: 'Mensagens',
  work: 'Trabalhos',
  customers: 'Clientes',
  credits: 'Créditos',
};

export const noticeChannels = ['panel', 'email', 'telegram', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeChannelNames: Readonly<Record<NoticeChannel, string>> = {
  panel: 'Painel',
  email: 'E-mail',
  telegram: 'Telegram',
  push: 'Aparelho',
};
