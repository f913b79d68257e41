/** /notices: all notices, the channels that deliver them, and the results of the deliveries. */
import { Group, Stack, Text } from '@mantine/core';
import { useProfile } from '../sessions/profile.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { Choices } from './Choices.tsx';
import { ConfirmAddress } from './ConfirmAddress.tsx';
import { Deliveries } from './Deliveries.tsx';
import { MarkAllRead, NoticeList, useNotices } from './NoticeList.tsx';
import { OwnBrowsers } from './OwnBrowsers.tsx';
import { OwnTelegram } from './OwnTelegram.tsx';
import classes from './Notices.module.css';
import { ProductStatus } from './ProductStatus.tsx';
import { WeeklySummary } from './WeeklySummary.tsx';

export function Notices() {
  const { data: profile } = useProfile();
  return (
    <>
      <PageHeader
        title="Avisos"
        breadcrumb={[{ label: 'Mais' }, { label: 'Avisos' }]}
        note="O que o sino diz, e por onde mais ele chega até você."
      />
      <RevealTogether>
        <div className={classes.root}>
          <Stack gap="2xl" miw={0}>
            <Newest />
            <Panel p={0} label="O produto">
              <ProductStatus shows="all" />
            </Panel>
          </Stack>
          <Stack gap="2xl" miw={0}>
            <ConfirmAddress />
            <Choices />
            {profile && profile.profile !== 'admin' && <WeeklySummary />}
            <OwnBrowsers />
            <OwnTelegram />
            <Deliveries />
          </Stack>
        </div>
      </RevealTogether>
    </>
  );
}

function Newest() {
  const notices = useNotices();
  return (
    <Panel p="0 0 var(--space-lg)" label="Últimos avisos">
      <Group
        component="header"
        gap="lg"
        justify="space-between"
        wrap="nowrap"
        mih="var(--size-bar)"
        pt="sm"
        pr="md"
        pl="2xl"
      >
        <Text component="h2" inherit fz="lead">
          Últimos avisos
        </Text>
        {(notices.data?.unread ?? 0) > 0 && <MarkAllRead />}
      </Group>
      <NoticeList notices={notices} />
    </Panel>
  );
}
