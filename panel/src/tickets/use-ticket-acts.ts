/** Acts on a ticket that the list, the conversation and the keyboard share. */
import { countTickets } from '@ramal/contract/tickets/ticket-counts';
import {
  type Postponement,
  postponements,
  postponeTicket,
  reopenTicket,
} from '@ramal/contract/tickets/ticket-acts';
import {
  blockTicket,
  finishTicket,
  getTicket,
  listPortalTickets,
  listTickets,
} from '@ramal/contract/tickets/tickets';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { formatTime } from '../foundation/dates.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useToast } from '../ui/toasts.tsx';

const refresh = [listTickets, listPortalTickets, countTickets, getTicket];

/** Times until which a ticket can be postponed, with their words. */
export const postponementWords: Readonly<Record<Postponement, string>> = {
  in_an_hour: 'em 1 hora',
  today_18: 'hoje às 18:00',
  tomorrow_9: 'amanhã às 9:00',
};

/** Leaves out the evening of today if it has passed. */
export const availablePostponements = (now: Date): readonly Postponement[] =>
  postponements.filter((until) => until !== 'today_18' || formatTime(now) < '18:00');

/** Ticket with the text that confirmations and toasts show. */
interface NamedTicket {
  readonly id: number;
  readonly title: string;
}

export function useTicketActs() {
  const confirm = useConfirm();
  const toast = useToast();
  const fail = useFailureAlert();
  const showFailure = (error: unknown) => void fail(error);
  const finishing = useAction(finishTicket, { refresh });
  const reopening = useAction(reopenTicket, { refresh, onError: showFailure });
  const postponing = useAction(postponeTicket, { refresh, onError: showFailure });
  const blocking = useAction(blockTicket, { refresh });

  const reopen = async ({ id }: Pick<NamedTicket, 'id'>) => {
    const { message } = await reopening.mutateAsync({ params: { id } });
    toast({ title: message });
  };
  /** Returns true if the ticket was finished. */
  const finish = async ({ id, title }: NamedTicket): Promise<boolean> => {
    let message = '';
    const isDone = await confirm({
      title: 'Finalizar este ticket?',
      lead: 'Um ticket finalizado não recebe mais mensagens.',
      icon: IconCheck,
      tone: 'light',
      confirmLabel: 'Sim, finalizar',
      onConfirm: async () => {
        ({ message } = await finishing.mutateAsync({ params: { id } }));
      },
    });
    if (isDone)
      toast({
        title: message,
        text: title,
        action: { label: 'Desfazer', run: () => void reopen({ id }).catch(ignore) },
      });
    return isDone;
  };
  /** Returns true if the ticket was postponed. */
  const postpone = async ({ id, title }: NamedTicket, until: Postponement | null) => {
    const isDone = await postponing.mutateAsync({ params: { id }, body: { until } }).then(
      ({ message }) => {
        const back = () => void postpone({ id, title }, null);
        const action = until === null ? undefined : { label: 'Desfazer', run: back };
        toast({ title: message, text: title, ...(action && { action }) });
        return true;
      },
      () => false,
    );
    return isDone;
  };
  const block = ({ id, title }: NamedTicket) =>
    confirm({
      title: 'Bloquear este ticket?',
      lead: 'Quem abriu não escreve mais nele; a administração ainda escreve.',
      icon: IconLock,
      tone: 'danger',
      confirmLabel: 'Sim, bloquear',
      onConfirm: async () => {
        const { message } = await blocking.mutateAsync({ params: { id } });
        toast({ title: message, text: title });
      },
    });
  return { finish, postpone, reopen, block, isReopening: reopening.isPending };
}

/** The alert about the failure is already open. */
const ignore = () => undefined;

export type TicketActs = ReturnType<typeof useTicketActs>;
