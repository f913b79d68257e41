import { Text } from '@mantine/core';
import { endViewing, listLineViewings } from '@ramal/contract/watching';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  IconClockPause,
  IconDeviceMobile,
  IconDeviceTv,
  IconPlayerStop,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useAction, useCall } from '../../../foundation/api/query.ts';
import { relativeWord } from '../../../foundation/dates.ts';
import { useConfirm } from '../../../ui/dialogs/dialogs.tsx';
import { OnlineMark } from '../../../ui/status/OnlineMark.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { callsChangedByActions } from '../../platforms/calls.ts';
import type { Line } from '../../line.ts';
import rowClasses from '../parts/rows.module.css';
import classes from './DevicesSection.module.css';
import { appName } from './app-name.ts';
import type { Customer } from '../customer.ts';
import { ContestNotice, RefusedPlays } from './DeviceNotices.tsx';
import { momentText } from '../parts/moments.ts';
import { Section, SectionButton, SectionData } from '../parts/Section.tsx';

const REFRESH_EVERY_MS = 4_000;

type Device = ResponseOf<typeof listLineViewings>[number];

export const useLineViewings = ({ line, platform }: Customer) =>
  useCall(
    listLineViewings,
    { params: { id: line.id } },
    { enabled: platform.definition.plays, refreshEveryMs: REFRESH_EVERY_MS },
  );

/** Current viewings of the line, and the applications that played before (S-SHARED-41 to 45). */
export function DevicesSection({ customer }: { customer: Customer }) {
  const { platform, line, now, section, facts } = customer;
  const viewings = useLineViewings(customer);
  const end = useEndViewing(customer);
  if (!platform.definition.plays) return null;
  const running = viewings.data?.filter(({ isRunning }) => isRunning).length;
  return (
    <Section
      title="Aparelhos"
      isTarget={section === 'watching'}
      aside={
        <Text span fz="caption" c="var(--ink-2)">
          {running !== undefined && screensText(running, facts?.screens)}
        </Text>
      }
    >
      <ContestNotice line={line} now={now} />
      <RefusedPlays line={line} now={now} />
      <SectionData query={viewings} height={52}>
        {(devices) =>
          devices.length === 0 ? (
            <Text c="var(--ink-2)" className={classes.none}>
              Nenhum aparelho ainda
            </Text>
          ) : (
            <ul className={rowClasses.list}>
              {devices.map((device) => (
                <DeviceRow key={device.id} device={device} now={now} onEnd={() => end(device)} />
              ))}
            </ul>
          )
        }
      </SectionData>
    </Section>
  );
}

export function screensText(running: number, screens: number | null | undefined): string {
  if (running === 0) return 'Nenhuma tela em uso';
  if (!screens) return running === 1 ? '1 tela em uso' : `${running} telas em uso`;
  return `${running} de ${screens} ${screens === 1 ? 'tela' : 'telas'} em uso`;
}

interface DeviceRowProps {
  readonly device: Device;
  readonly now: Date;
  readonly onEnd: () => void;
}

function DeviceRow({ device, now, onEnd }: DeviceRowProps) {
  const name = appName(device.userAgent);
  const Glyph = /mobile|android|iphone|celular/i.test(device.userAgent)
    ? IconDeviceMobile
    : IconDeviceTv;
  const details = [device.ip, device.encoding, device.aid].filter(Boolean).join(' · ');
  return (
    <li className={`${rowClasses.row} ${classes.device}`} title={details}>
      {device.isRunning ? (
        <OnlineMark online label="" />
      ) : (
        <Glyph size={17} stroke={1.75} aria-hidden />
      )}
      <span className={rowClasses.text}>
        <span>{name}</span>
        {device.isRunning && (
          <span className={classes.playing}>
            {device.content}, {sinceText(device, now)}
          </span>
        )}
        <span className="visually-hidden">{details}</span>
      </span>
      {device.isRunning ? (
        <SectionButton aria-label={`Desligar ${name}: ${device.content}`} onClick={onEnd}>
          Desligar
        </SectionButton>
      ) : (
        <span className={rowClasses.at}>
          {momentText(new Date(device.lastSeenTimestamp * 1000), now)}
        </span>
      )}
    </li>
  );
}

/** `now` is updated only in steps, so it may be earlier than the start of a new viewing. */
const sinceText = ({ startedAtTimestamp }: Device, now: Date): string => {
  const at = new Date(startedAtTimestamp * 1000);
  return now.getTime() - at.getTime() < 60_000 ? 'agora há pouco' : relativeWord(at, now);
};

/** Returns a function that ends a viewing after a confirmation. */
function useEndViewing({ line, platform }: Customer) {
  const confirm = useConfirm();
  const toast = useToast();
  const ending = useAction(endViewing, {
    refresh: [listLineViewings, ...callsChangedByActions(platform)],
  });
  const ask = async (device: Device) => {
    const isEnded = await confirm({
      ...endConfirmation(line, device),
      onConfirm: () => ending.mutateAsync({ params: { id: device.id } }),
    });
    if (isEnded) toast({ title: 'Exibição encerrada', text: device.content });
  };
  return (device: Device) => void ask(device);
}

const endConfirmation = (line: Line, device: Device) =>
  ({
    title: 'Encerrar esta exibição?',
    tone: 'danger',
    icon: IconPlayerStop,
    object: { name: line.username, mono: true, note: line.note, aside: device.content },
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
