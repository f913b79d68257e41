/** The selected group on the desktop: its settings, with a live preview next to them. */
import { Group, SimpleGrid, Text } from '@mantine/core';
import {
  type WinBackStatus,
  winBackGroups,
  winBackStatuses,
} from '@ramal/contract/win-back/win-back-rules';
import { IconClock, IconRosetteDiscount, IconUserMinus } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { FilledText } from '../../ui/FilledText.tsx';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { SaveButton } from '../../ui/form/SaveButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { SamplePreview } from '../../ui/SamplePreview.tsx';
import { winBackRows } from '../win-back-params.ts';
import { couponText, type GroupAnswer, scheduleText, statusPhrase } from '../win-back-words.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { CouponDialog } from './CouponDialog.tsx';
import classes from './DesktopGroup.module.css';
import type { ChosenGroupProps } from './group-props.ts';
import { GroupSwitch } from './GroupSwitch.tsx';
import { GroupText, useTextForm } from './GroupText.tsx';
import { useSamples } from './samples.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { SettingButton } from './SettingButton.tsx';

export function DesktopGroup({ group, winBack }: ChosenGroupProps) {
  const form = useTextForm(group);
  const samples = useSamples(group);
  const [dialog, setDialog] = useState<'coupon' | 'schedule' | 'control'>();
  const close = () => setDialog(undefined);
  return (
    <div className={classes.root}>
      <Panel label={winBackGroups[group.group].label} p="2xl">
        <InlineForm form={form} gap="xl" h="100%">
          <GroupText group={group} winBack={winBack} form={form} />
          <SimpleGrid cols={3} spacing="lg">
            <SettingButton
              label="Cupom"
              value={couponText(group)}
              icon={IconRosetteDiscount}
              onClick={() => setDialog('coupon')}
            />
            <SettingButton
              label="Quando sai"
              value={scheduleText(group)}
              icon={IconClock}
              onClick={() => setDialog('schedule')}
            />
            <SettingButton
              label="Grupo de controle"
              value={`${group.controlPercent}% não recebem`}
              icon={IconUserMinus}
              onClick={() => setDialog('control')}
            />
          </SimpleGrid>
          <Group gap="var(--space-sm) var(--space-2xl)" justify="space-between">
            <GroupSwitch group={group} />
            <PeopleSentence group={group} />
          </Group>
          <Group gap="md" mt="auto">
            <SaveButton form={form}>Salvar texto</SaveButton>
          </Group>
        </InlineForm>
      </Panel>
      <SamplePreview samples={samples}>
        {({ values, note }) => (
          <>
            <FilledText text={form.values.text} values={values} />
            <Text mt="md" c="var(--ink-2)" fz="note">
              {note}
            </Text>
          </>
        )}
      </SamplePreview>
      {dialog === 'coupon' && <CouponDialog group={group} onClose={close} />}
      {dialog === 'schedule' && <ScheduleDialog group={group} onClose={close} />}
      {dialog === 'control' && <ControlDialog group={group} onClose={close} />}
    </div>
  );
}

/** Explains the people of the group: «Dos 31: 26 receberam, 3 de controle». Each count is a link. */
function PeopleSentence({ group: { group, people } }: { group: GroupAnswer }) {
  const counted = winBackStatuses.filter((status) => people[status] > 0);
  if (people.total === 0)
    return (
      <Text span inherit c="var(--ink-2)" fz="note">
        Ninguém neste grupo hoje
      </Text>
    );
  return (
    <Text span inherit c="var(--ink-2)" fz="note">
      {people.total === 1 ? 'O cliente: ' : `Dos ${people.total}: `}
      {counted.map((status: WinBackStatus, index) => (
        <Fragment key={status}>
          {index > 0 && ', '}
          <FigureLink to={winBackRows('people', { group, status })}>
            {statusPhrase(status, people[status])}
          </FigureLink>
        </Fragment>
      ))}
    </Text>
  );
}
