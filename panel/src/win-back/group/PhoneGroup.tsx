/** The selected group on a phone: its preview, its settings as rows, and its result. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { couponAmountText } from '@ramal/contract/coupons/coupon-rules';
import { winBackStatuses } from '@ramal/contract/win-back/win-back-rules';
import {
  IconChevronRight,
  IconClock,
  type Icon,
  IconRosetteDiscount,
  IconSend,
  IconUserMinus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { capitalised } from '../../foundation/capitalised.ts';
import { useNow } from '../../foundation/use-now.ts';
import { FilledText } from '../../ui/FilledText.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { IconTile } from '../../ui/IconTile.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { GroupResultCard } from '../results/GroupResultCard.tsx';
import { type GroupAnswer, nextText, statusPhrase, weekdaysText } from '../win-back-words.ts';
import { timeText } from '../../reminders/time-text.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { CouponDialog } from './CouponDialog.tsx';
import type { ChosenGroupProps } from './group-props.ts';
import { GroupSwitch } from './GroupSwitch.tsx';
import { GroupText, useTextForm } from './GroupText.tsx';
import classes from './PhoneGroup.module.css';
import { useSamples } from './samples.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';

export function PhoneGroup({ group, winBack, results }: ChosenGroupProps) {
  const [dialog, setDialog] = useState<'text' | SettingName>();
  const close = () => setDialog(undefined);
  const form = useTextForm(group, close);
  const sample = useSamples(group)[0]!;
  return (
    <Stack gap="2xl">
      <Panel label="Como chega">
        <Stack gap="lg">
          <Group component="header" gap="lg" justify="space-between" wrap="nowrap">
            <Text inherit c="var(--ink-2)">
              Como chega a{' '}
              <Text component="b" inherit c="var(--ink)" fw={500}>
                {sample.name}
              </Text>
            </Text>
            <Button variant="link" flex="none" p={0} onClick={() => setDialog('text')}>
              Editar texto
            </Button>
          </Group>
          <FilledText text={form.values.text} values={sample.values} />
          <Text c="var(--ink-2)" fz="note">
            {sample.note}
          </Text>
        </Stack>
      </Panel>
      <Settings group={group} onOpen={setDialog} />
      <GroupResultCard group={group.group} query={results} />
      {dialog === 'text' && (
        <FormDialog form={form} title="Editar texto" fillsPhone onClose={close}>
          <GroupText group={group} winBack={winBack} form={form} />
          <FilledText text={form.values.text} values={sample.values} />
        </FormDialog>
      )}
      {dialog === 'coupon' && <CouponDialog group={group} onClose={close} />}
      {dialog === 'schedule' && <ScheduleDialog group={group} onClose={close} />}
      {dialog === 'control' && <ControlDialog group={group} onClose={close} />}
    </Stack>
  );
}

type SettingName = 'coupon' | 'schedule' | 'control';

interface SettingsProps {
  readonly group: GroupAnswer;
  readonly onOpen: (name: SettingName) => void;
}

/** The settings of the group, one per row. */
function Settings({ group, onOpen }: SettingsProps) {
  const now = useNow();
  return (
    <Panel label="Configuração do grupo" p={0}>
      <SettingLink
        icon={IconRosetteDiscount}
        title={group.coupon?.code ?? 'Sem cupom'}
        text={group.coupon ? couponAmountText(group.coupon) : 'O preço fica como está'}
        onClick={() => onOpen('coupon')}
      />
      <SettingLink
        icon={IconClock}
        title={`No ${group.sendDay}º dia, às ${timeText(group.sendAt)}`}
        text={[capitalised(nextText(group, now)), weekdaysText(group)].filter(Boolean).join(' · ')}
        onClick={() => onOpen('schedule')}
      />
      <SettingLink
        icon={IconUserMinus}
        title={`${group.controlPercent}% não recebem`}
        text={`${group.people.control} dos ${group.people.total}, para medir`}
        onClick={() => onOpen('control')}
      />
      <div className={classes.row}>
        <IconTile tone="plain" size={42}>
          <IconSend size={20} stroke={1.75} aria-hidden />
        </IconTile>
        <span className={classes.texts}>
          <b>{group.isOn ? 'Ligado' : 'Desligado'}</b>
          <span>{peopleText(group)}</span>
        </span>
        <GroupSwitch group={group} isLabelHidden />
      </div>
    </Panel>
  );
}

/** Returns the people of the group without the control group, which has a row of its own. */
function peopleText({ people }: GroupAnswer): string {
  if (people.total === 0) return 'Ninguém neste grupo hoje';
  return winBackStatuses
    .filter((status) => status !== 'control' && people[status] > 0)
    .map((status) => statusPhrase(status, people[status]))
    .join(', ');
}

interface SettingLinkProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}

const SettingLink = ({ icon: RowIcon, title, text, onClick }: SettingLinkProps) => (
  <button type="button" className={classes.row} onClick={onClick}>
    <IconTile tone="plain" size={42}>
      <RowIcon size={20} stroke={1.75} aria-hidden />
    </IconTile>
    <span className={classes.texts}>
      <b>{title}</b>
      <span>{text}</span>
    </span>
    <IconChevronRight size={20} stroke={1.75} aria-hidden />
  </button>
);
