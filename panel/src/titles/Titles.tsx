/** /list-movies: titles that customers can watch, with pictures and new titles (S-MOVIES). */
import { Box, Button } from '@mantine/core';
import {
  type AvailableTitle,
  type AvailableTitles,
  TITLES_A_PAGE,
  getAvailableMovies,
} from '@ramal/contract/catalogue/available-titles';
import { IconBrandWhatsapp, IconMovieOff, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../foundation/api/query.ts';
import { formatCount } from '../foundation/numbers.ts';
import { openWhatsApp } from '../lines/fields/whatsapp.ts';
import { LinkTabs } from '../ui/layout/LinkTabs.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useSearchParams } from '../ui/list/search-params.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { ListToolbar } from '../ui/table/toolbar/ListToolbar.tsx';
import { newsText } from './news-text.ts';
import { TitleCard, TitleCardSkeleton } from './TitleCard.tsx';
import classes from './Titles.module.css';
import { titlesParams } from './titles-params.ts';

const kinds = {
  movies: {
    label: 'Filmes',
    all: 'Todos',
    placeholder: 'Nome do filme',
    noun: ['filme', 'filmes'],
  },
  series: {
    label: 'Séries',
    all: 'Todas',
    placeholder: 'Nome da série',
    noun: ['série', 'séries'],
  },
} as const;
type Kind = keyof typeof kinds;

export function Titles() {
  const { values, change, push } = useSearchParams(titlesParams);
  const { kind = 'movies', search, news, page = 1 } = values;
  const query = useCall(
    getAvailableMovies,
    { query: { page, search, ...(news ? { news: 1 } : {}) } },
    { keepPrevious: true },
  );
  const total = query.data?.totals[kind];
  const shown = news ? total?.news : total?.all;
  return (
    <>
      <PageHeader
        title="Filmes e Séries"
        breadcrumb={[{ label: 'Mais' }, { label: 'Filmes e Séries' }]}
        actions={<SendNews />}
        phoneActions={<SendNews />}
        hasSearch
      />
      <KindTabs current={kind} totals={query.data?.totals} />
      <ListToolbar
        label="Filmes e Séries"
        search={{
          value: search ?? '',
          placeholder: kinds[kind].placeholder,
          onChange: (text) => change({ search: text || undefined, page: undefined }),
        }}
        segments={{
          label: 'Mostrar',
          value: news ? 'news' : 'all',
          options: [
            { value: 'all', label: kinds[kind].all, ...counted(total?.all) },
            { value: 'news', label: 'Novidades', ...counted(total?.news) },
          ],
          onChange: (value) => change({ news: value === 'news' ? 1 : undefined, page: undefined }),
        }}
      />
      <Grid kind={kind} query={query} narrowed={search !== undefined || news !== undefined} />
      {shown !== undefined && shown > TITLES_A_PAGE && (
        <Pager
          noun={kinds[kind].noun}
          total={shown}
          totalExact={news ? true : (total?.exact ?? true)}
          page={page}
          pageSize={TITLES_A_PAGE}
          onPage={(to) => push({ page: to === 1 ? undefined : to })}
        />
      )}
    </>
  );
}

const counted = (count: number | undefined) => (count === undefined ? {} : { count });

function KindTabs({
  current,
  totals,
}: {
  current: Kind;
  totals: AvailableTitles['totals'] | undefined;
}) {
  return (
    <LinkTabs label="Filmes e Séries" current={current}>
      {(Object.keys(kinds) as Kind[]).map((kind) => (
        <li key={kind}>
          <Link
            to="/list-movies"
            search={(kind === 'movies' ? {} : { kind }) as never}
            activeProps={{}}
            aria-current={kind === current ? 'page' : undefined}
          >
            {kinds[kind].label}
            {totals && (
              <Box
                component="span"
                ms="sm"
                py="1px"
                px="xs"
                bdrs="var(--radius-chip)"
                bg="var(--hover)"
                c="var(--ink-2)"
                fz="caption"
              >
                {formatCount(totals[kind].all)}
              </Box>
            )}
          </Link>
        </li>
      ))}
    </LinkTabs>
  );
}

interface GridProps {
  kind: Kind;
  query: ReturnType<typeof useCall<typeof getAvailableMovies>>;
  narrowed: boolean;
}

const Grid = ({ kind, query, narrowed }: GridProps) => (
  <Loaded query={query} failed="Não deu para carregar os títulos" waiting={<AwaitedGrid />}>
    {(data) => <Cards titles={data[kind]} {...{ kind, narrowed }} isFetching={query.isFetching} />}
  </Loaded>
);

interface CardsProps extends Omit<GridProps, 'query'> {
  titles: readonly (AvailableTitle & { seasons?: number })[];
  isFetching: boolean;
}

function Cards({ titles, kind, narrowed, isFetching }: CardsProps) {
  if (titles.length === 0)
    return narrowed ? (
      <EmptyState
        icon={IconSearchOff}
        tone="plain"
        title={`Nenhum título encontrado em ${kinds[kind].label}`}
        text="Confira o nome, ou veja todos."
      />
    ) : (
      <EmptyState
        icon={IconMovieOff}
        title={`Nenhum título em ${kinds[kind].label} ainda`}
        text="Quando a administração trouxer uma lista com eles, aparecem aqui."
      />
    );
  return (
    <ul className={classes.grid} aria-busy={isFetching} aria-label={kinds[kind].label}>
      {titles.map((title) => (
        <TitleCard key={title.id} title={title} />
      ))}
    </ul>
  );
}

const AwaitedGrid = () => (
  <ul className={classes.grid} aria-busy aria-label="Carregando">
    {Array.from({ length: TITLES_A_PAGE }, (_, index) => (
      <TitleCardSkeleton key={index} />
    ))}
  </ul>
);

/** Button that opens WhatsApp with a message about new films and series. */
function SendNews() {
  const { data } = useCall(getAvailableMovies, { query: { news: 1 } });
  const text = data && newsText(data);
  if (!text) return null;
  return (
    <Button
      variant="whatsapp-soft"
      leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
      onClick={() => openWhatsApp('', text)}
    >
      Enviar novidades
    </Button>
  );
}
