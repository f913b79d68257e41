/** Announcements of one type, which can be edited or withdrawn (S-SETTINGS-07, S-SETTINGS-08). */
import { ActionIcon, Group, Skeleton, Stack } from '@mantine/core';
import {
  deleteAnnouncement,
  listAnnouncements,
  listWrittenAnnouncements,
  type WrittenAnnouncement,
} from '@ramal/contract/announcements';
import { IconEdit, IconHistory, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import { CardList } from '../../ui/list/CardList.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { type AnnouncementType, isPortalAnnouncement, typeWords } from './announcement-words.ts';
import classes from './WrittenAnnouncements.module.css';

const PAGE_SIZE = 5;

export function WrittenAnnouncements({ type }: { type: AnnouncementType }) {
  const [page, setPage] = useState(1);
  const written = useCall(
    listWrittenAnnouncements,
    { query: { type, page, perPage: PAGE_SIZE } },
    { keepPrevious: true },
  );
  const { name, none, shownTo } = typeWords[type];
  // Opens the previous page after the last announcement of the last page was withdrawn.
  if (written.data?.data.length === 0 && page > 1) setPage(page - 1);
  return (
    <TitledCard title={name}>
      <Loaded
        query={written}
        failed="Não deu para carregar os anúncios"
        waiting={
          <Stack gap="lg" p="3xl" aria-busy="true">
            <Skeleton height={32} radius={8} />
            <Skeleton height={32} radius={8} />
          </Stack>
        }
      >
        {({ data, total, totalExact }) => (
          <CardList
            label={name}
            noun={['anúncio', 'anúncios']}
            className={classes.list}
            mt="lg"
            pb="sm"
            inset
            busy={written.isFetching}
            rows={data}
            row={(announcement) => <Row key={announcement.id} written={announcement} />}
            {...{ total, totalExact, page }}
            pageSize={PAGE_SIZE}
            onPage={setPage}
            empty={{
              icon: IconSpeakerphone,
              title: none,
              text: `O que for publicado ${shownTo}`,
            }}
          />
        )}
      </Loaded>
    </TitledCard>
  );
}

const stateLabels = {
  scheduled: ['agendado', 'test'],
  ended: ['encerrado', 'off'],
} as const;

function Row({
  written: { id, heading, type, state, dateFormatted: date },
}: {
  written: WrittenAnnouncement;
}) {
  const act = useConfirmedAction();
  const remove = useAction(deleteAnnouncement, {
    refresh: [listWrittenAnnouncements, listAnnouncements],
  });
  const ask = () =>
    act(
      {
        title: 'Deletar este anúncio?',
        tone: 'danger',
        icon: IconTrash,
        object: { name: heading, note: `${typeWords[type].name} · ${date}` },
        facts: [
          {
            icon: IconSpeakerphone,
            tone: 'bad',
            text: `Sai na hora ${isPortalAnnouncement(type) ? 'do portal de todos os clientes' : 'do início de todas as revendas'}.`,
          },
          { icon: IconHistory, text: 'O log guarda o título e quem deletou.' },
        ],
        confirmLabel: 'Sim, deletar',
      },
      () => remove.mutateAsync({ params: { id } }),
      heading,
    );
  return (
    <li>
      <span className={classes.title}>{heading}</span>
      {state !== 'published' && (
        <StatusBadge tone={stateLabels[state][1]}>{stateLabels[state][0]}</StatusBadge>
      )}
      <time className="num">{date}</time>
      <Group component="span" gap="2xs" align="stretch" wrap="nowrap" className={classes.acts}>
        <ActionIcon
          size={34}
          variant="subtle"
          aria-label={`Editar ${heading}`}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/settings/announcement/{-$announcementId}"
              params={{ announcementId: String(id) }}
            />
          )}
        >
          <IconEdit size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={34}
          variant="subtle"
          aria-label={`Deletar ${heading}`}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}
