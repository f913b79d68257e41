/** Confirmation before ending a viewing, with the effect on the customer. */
import type { Viewing } from '@ramal/contract/watching';
import { IconClockPause, IconPlayerStop, IconPlugConnectedX } from '@tabler/icons-react';
import type { Line } from '../line.ts';

export const endConfirmation = (line: Line, viewing: Viewing) =>
  ({
    title: 'Encerrar esta exibição?',
    tone: 'danger',
    icon: IconPlayerStop,
    object: { name: line.username, mono: true, note: line.note, aside: viewing.content },
    facts: [
      {
        icon: IconPlugConnectedX,
        tone: 'bad',
        text: 'O cliente perde a imagem **em segundos**, no meio do que está assistindo.',
      },
      {
        icon: IconClockPause,
        tone: 'warn',
        text: 'O mesmo aparelho só reabre este conteúdo depois de 1 minuto; outros conteúdos abrem na hora.',
      },
    ],
    hint: 'Quer impedir de vez? Use On/Off ou troque a senha.',
    confirmLabel: 'Sim, encerrar',
    cancelLabel: 'Não',
  }) as const;
