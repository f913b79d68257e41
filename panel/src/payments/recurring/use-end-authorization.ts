/**
 * «Encerrar autorização»: ends an authorization after a confirmation, then reloads the data that
 * depends on it.
 */
import {
  type AuthorizationRow,
  endAuthorization,
  getLineAuthorization,
  listAuthorizationHistory,
  listAuthorizations,
} from '@ramal/contract/payments/authorizations';
import { iptvLines } from '@ramal/contract/lines/iptv-lines';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { IconBell, IconCalendarCheck, IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import { useAction } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { rich } from '../../ui/rich-text.tsx';
import { atSeconds } from './authorization-words.ts';

const changed = [
  listAuthorizations,
  getLineAuthorization,
  listAuthorizationHistory,
  iptvLines.list,
  iptvLines.listAll,
  p2pLines.list,
  newP2pLines.list,
];

type EndedAuthorization = Pick<AuthorizationRow, 'id' | 'name' | 'expiresTimestamp'>;

const question = ({ name, expiresTimestamp }: EndedAuthorization): Question => ({
  title: `Encerrar a renovação automática de ${name}?`,
  icon: IconRepeatOff,
  tone: 'danger',
  facts: [
    { icon: IconBell, text: 'O cliente recebe um aviso agora.' },
    {
      icon: IconCalendarCheck,
      text: rich`A linha continua até **${formatDate(atSeconds(expiresTimestamp))}**.`,
    },
    { icon: IconRepeat, text: 'Para voltar, o cliente precisa autorizar de novo no banco.' },
  ],
  confirmLabel: 'Sim, encerrar',
});

/** Resolves with true if the authorization was ended. */
export function useEndAuthorization(): (authorization: EndedAuthorization) => Promise<boolean> {
  const act = useConfirmedAction();
  const end = useAction(endAuthorization, { refresh: changed });
  return (authorization) =>
    act(
      question(authorization),
      () => end.mutateAsync({ params: { id: authorization.id }, body: {} }),
      authorization.name,
    );
}
