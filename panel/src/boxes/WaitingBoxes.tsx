/** Shows the boxes that request a line, above the list. The newest request is shown first. */
import { Box, Button, Group } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { answerBoxRequest, type readBoxOverview } from '@ramal/contract/boxes/boxes';
import { IconBan, IconDeviceTvOld, IconReplace, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import type { Question } from '../ui/dialogs/ConfirmBox.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { Notice } from '../ui/status/Notice.tsx';
import { agoText } from './box-words.ts';
import { callsChangedByBoxes } from './use-box-actions.tsx';

type Overview = ResponseOf<typeof readBoxOverview>;
type WaitingBox = Overview['waiting'][number];
type Answer = 'add' | 'replace' | 'refuse';

interface WaitingBoxesProps {
  readonly overview: Overview;
  readonly now: Date;
  /** Opens the registration dialog for a box that did not sign in with a line. */
  readonly onRegister: (mac: string) => void;
}

export function WaitingBoxes({ overview, now, onRegister }: WaitingBoxesProps) {
  const { waiting, waitingTotal } = overview;
  const [position, setPosition] = useState(0);
  const isPhone = useIsPhone();
  const act = useConfirmedAction();
  const answer = useAction(answerBoxRequest, { refresh: callsChangedByBoxes });
  const box = waiting[position % Math.max(1, waiting.length)];
  if (!box) return null;
  const send = (choice: Answer) =>
    void act(
      questionFor(choice, box),
      () => answer.mutateAsync({ params: { id: box.id }, body: { answer: choice } }),
      <span className="mono">{box.mac}</span>,
    );
  return (
    <Box mb="lg">
      <Notice
        tone="accent"
        icon={IconDeviceTvOld}
        title={titleOf(box, isPhone)}
        action={
          <Group
            gap="sm"
            grow={isPhone}
            preventGrowOverflow={false}
            style={isPhone ? { gridColumn: '1 / -1' } : undefined}
          >
            {waitingTotal > 1 && (
              <Button variant="subtle" size="sm" onClick={() => setPosition(position + 1)}>
                mais {waitingTotal - 1}
              </Button>
            )}
            {box.iptv === null && (
              <Button variant="default" size="sm" onClick={() => onRegister(box.mac)}>
                Cadastrar
              </Button>
            )}
            {box.iptv !== null && box.hasBox && (
              <Button variant="default" size="sm" onClick={() => send('replace')}>
                {isPhone ? 'Trocar' : 'Trocar a antiga'}
              </Button>
            )}
            {box.iptv !== null && (
              <Button variant="default" size="sm" onClick={() => send('add')}>
                Somar
              </Button>
            )}
            <Button
              variant={isPhone ? 'default' : 'subtle'}
              size="sm"
              onClick={() => send('refuse')}
            >
              Recusar
            </Button>
          </Group>
        }
      >
        <span className="mono">{box.mac}</span>
        {` · ${[box.model, agoText(box.askedTimestamp, now)].filter(Boolean).join(', ')}`}
      </Notice>
    </Box>
  );
}

const nameOf = ({ iptv }: WaitingBox): string =>
  iptv === null ? 'uma linha' : iptv.note || iptv.username;

const titleOf = (box: WaitingBox, isPhone: boolean): string => {
  if (box.iptv === null) return 'Caixa nova pede uma linha';
  return isPhone ? `Caixa nova em ${nameOf(box)}` : `Caixa nova na linha de ${nameOf(box)}`;
};

const questions = {
  add: {
    verb: 'Somar',
    confirmLabel: 'Sim, somar',
    icon: IconDeviceTvOld,
    fact: { icon: IconUsers, text: 'As caixas da linha dividem as mesmas telas.' },
  },
  replace: {
    verb: 'Trocar a antiga por',
    confirmLabel: 'Sim, trocar',
    icon: IconReplace,
    fact: { icon: IconBan, tone: 'warn', text: 'A caixa antiga deixa de abrir a linha.' },
  },
  refuse: {
    verb: 'Recusar',
    confirmLabel: 'Sim, recusar',
    icon: IconBan,
    fact: { icon: IconBan, text: 'Ela continua sem imagem. A linha não muda.' },
  },
} as const;

function questionFor(answer: Answer, box: WaitingBox): Question {
  const { verb, confirmLabel, icon, fact } = questions[answer];
  return {
    title: `${verb} esta caixa?`,
    lead: box.iptv ? `Linha de ${nameOf(box)}.` : undefined,
    icon,
    tone: answer === 'refuse' ? 'danger' : 'light',
    object: { name: box.mac, mono: true, note: box.model },
    facts: [fact],
    confirmLabel,
  };
}
