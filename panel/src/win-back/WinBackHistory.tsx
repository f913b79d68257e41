/** /win-back/history: the messages that were sent, and those that were not sent with the reason. */
import { MessageHistory } from '../reminders/ReminderHistory.tsx';

export const WinBackHistory = () => (
  <MessageHistory
    kind="win-back"
    title="Histórico da Reconquista"
    name="win-back-history"
    noun={['mensagem', 'mensagens']}
    backTo="/win-back"
    breadcrumb={[
      { label: 'Vendas' },
      { label: 'Reconquista', to: '/win-back' },
      { label: 'Histórico' },
    ]}
    empty={{
      title: 'Nenhuma mensagem ainda',
      text: 'O que os grupos ligados enviarem aparece aqui.',
    }}
  />
);
