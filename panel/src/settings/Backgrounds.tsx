/**
 * Background picture of the sign-in. Admins upload, select and remove pictures (S-SETTINGS-01,
 * S-SETTINGS-21, K-57, V-57, V-58).
 */
import {
  Button,
  FileButton,
  Group,
  SimpleGrid,
  Skeleton,
  Text,
  UnstyledButton,
} from '@mantine/core';
import {
  type Background,
  BACKGROUND_BYTES,
  chooseBackground,
  deleteBackground,
  listBackgrounds,
  uploadBackground,
} from '@ramal/contract/backgrounds';
import { getBrand } from '@ramal/contract/brands/brands';
import {
  acceptedTypes,
  backgroundFormats,
  formatNames,
} from '@ramal/contract/rules/picture-formats';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { ProgressBar } from '../ui/status/ProgressBar.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useUpload } from '../ui/upload/use-upload.ts';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import classes from './Backgrounds.module.css';

const PAGE_SIZE = 3;
const changed = [listBackgrounds, getBrand];

export function Backgrounds() {
  const backgrounds = useCall(listBackgrounds, {});
  return (
    <TitledCard
      title="Plano de fundo do login"
      text={`${formatNames(backgroundFormats)}, até 5 MB. Aparece onde a marca não tem um fundo próprio.`}
    >
      <Loaded
        query={backgrounds}
        failed="Não deu para carregar os planos de fundo"
        compact
        waiting={
          <Group gap="lg" py="2xl" px="var(--inset)" className={classes.root} aria-busy="true">
            <Skeleton height={74} radius={8} />
          </Group>
        }
      >
        {(data) => <Gallery backgrounds={data} />}
      </Loaded>
    </TitledCard>
  );
}

function Gallery({ backgrounds }: { backgrounds: readonly Background[] }) {
  const [page, setPage] = useState(1);
  const last = Math.max(1, Math.ceil(backgrounds.length / PAGE_SIZE));
  const shown = Math.min(page, last);
  const current = backgrounds.find((background) => background.current);
  return (
    <Group gap="lg" py="2xl" px="var(--inset)" className={classes.root}>
      {backgrounds.length > 0 && (
        <SimpleGrid
          component="ul"
          cols={3}
          spacing="md"
          className={classes.pictures}
          aria-label="Planos de fundo"
        >
          {backgrounds
            .slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)
            .map((background, index) => (
              <Picture
                key={background.id}
                background={background}
                number={(shown - 1) * PAGE_SIZE + index + 1}
              />
            ))}
        </SimpleGrid>
      )}
      {!current && (
        <Text c="var(--ink-2)" fz="var(--reading-note)" className={classes.note}>
          {backgrounds.length > 0
            ? 'Nenhum em uso: a entrada mostra o desenho padrão.'
            : 'A entrada mostra o desenho padrão.'}
        </Text>
      )}
      <Send />
      {current && <Remove background={current} />}
      {backgrounds.length > PAGE_SIZE && (
        <div className={classes.pager}>
          <Pager
            noun={['imagem', 'imagens']}
            total={backgrounds.length}
            page={shown}
            pageSize={PAGE_SIZE}
            onPage={setPage}
          />
        </div>
      )}
    </Group>
  );
}

function Picture({ background, number }: { background: Background; number: number }) {
  const { id, image, current } = background;
  const act = useConfirmedAction();
  const choose = useAction(chooseBackground, { refresh: changed });
  const ask = () =>
    act(
      {
        title: `Usar a imagem ${number} na entrada?`,
        icon: IconPhoto,
        facts: [
          {
            icon: IconPhoto,
            text: 'Muda na hora para todos os que entram, onde a marca não tem um fundo próprio.',
          },
        ],
        confirmLabel: 'Sim, usar',
      },
      () => choose.mutateAsync({ params: { id }, body: {} }),
    );
  return (
    <li>
      <UnstyledButton
        className={classes.picture ?? ''}
        aria-pressed={current}
        aria-label={`Imagem ${number}`}
        onClick={() => !current && void ask()}
      >
        <img src={image} alt="" loading="lazy" />
      </UnstyledButton>
    </li>
  );
}

const TOO_LARGE = 'A imagem tem mais de 5 MB. Escolha uma menor.';

function Send() {
  const toast = useToast();
  const upload = useUpload(uploadBackground, changed);
  const [problem, setProblem] = useState('');
  const send = async (file: File | null) => {
    // No file was chosen, so nothing is sent.
    if (!file) return;
    setProblem(file.size > BACKGROUND_BYTES ? TOO_LARGE : '');
    if (file.size > BACKGROUND_BYTES) return;
    const done = await upload.send({}, file);
    if (done) toast({ title: done.message });
  };
  const said = problem || upload.failure?.message;
  return (
    <>
      <FileButton accept={acceptedTypes(backgroundFormats)} onChange={(file) => void send(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={upload.share !== undefined}
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          >
            Enviar imagem
          </Button>
        )}
      </FileButton>
      {upload.share !== undefined && <ProgressBar label="Enviando" share={upload.share} />}
      {said && (
        <Text c="var(--bad)" fz="var(--reading-note)" className={classes.problem} role="alert">
          {said}
        </Text>
      )}
    </>
  );
}

function Remove({ background: { id } }: { background: Background }) {
  const act = useConfirmedAction();
  const remove = useAction(deleteBackground, { refresh: changed });
  const ask = () =>
    act(
      {
        title: 'Remover o plano de fundo em uso?',
        tone: 'danger',
        icon: IconTrash,
        facts: [
          {
            icon: IconPhoto,
            text: 'A entrada volta ao desenho padrão, até que você escolha outra imagem.',
          },
        ],
        confirmLabel: 'Sim, remover',
      },
      () => remove.mutateAsync({ params: { id } }),
    );
  return (
    <Button
      variant="danger-soft"
      leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
      onClick={() => void ask()}
    >
      Remover
    </Button>
  );
}
