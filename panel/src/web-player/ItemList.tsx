import { foldText } from '@ramal/contract/rules/text';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { PastIcon } from './channel/PastIcon.tsx';
import type { Category, Item } from './xtream.ts';
import classes from './web-player.module.css';

interface ItemListProps {
  hidden: boolean;
  categories: UseQueryResult<Category[]>;
  category: string | undefined;
  onCategory: (id: string) => void;
  items: UseQueryResult<Item[]>;
  playingKey: string | undefined;
  onOpen: (item: Item) => void;
}

/**
 * Maximum number of shown items. A category can contain thousands of items, and the search finds
 * the other ones.
 */
const MAX_SHOWN = 300;

export function ItemList({
  hidden,
  categories,
  category,
  onCategory,
  items,
  playingKey,
  onOpen,
}: ItemListProps) {
  const [search, setSearch] = useState('');
  const searchText = foldText(useDeferredValue(search).trim());
  const matches = (items.data ?? []).filter(({ name }) => foldText(name).includes(searchText));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!hidden) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [hidden]);
  const failed = categories.error ? categories : items.error ? items : undefined;
  if (categories.data?.length === 0)
    return <p className={classes.empty}>Nada por aqui nesta assinatura.</p>;
  return (
    <div hidden={hidden}>
      <Chooser
        categories={categories.data ?? []}
        category={category}
        onCategory={onCategory}
        search={search}
        onSearch={setSearch}
      />
      {failed && (
        <p className={classes.empty} role="alert">
          {failed.error?.message}{' '}
          <button className={classes.link} onClick={() => void failed.refetch()}>
            Tentar de novo
          </button>
        </p>
      )}
      {!failed && !items.data && <p className={classes.empty}>Carregando...</p>}
      {items.data && matches.length === 0 && (
        <p className={classes.empty}>
          {searchText
            ? `Nada para “${search.trim()}” nesta categoria.`
            : 'Esta categoria está vazia.'}
        </p>
      )}
      <ul ref={list} className={classes.items}>
        {matches.slice(0, MAX_SHOWN).map((item) => (
          <li key={item.id}>
            <button
              aria-current={playingKey === `${item.kind}-${item.id}` ? 'true' : undefined}
              onClick={() => onOpen(item)}
            >
              <Picture item={item} />
              <span className={classes.name}>{item.name}</span>
              {item.archiveDays > 0 && <PastIcon size={16} />}
              {item.archiveDays > 0 && <span className="visually-hidden">com dias passados</span>}
              {item.number !== undefined && <span className={classes.number}>{item.number}</span>}
            </button>
          </li>
        ))}
      </ul>
      {matches.length > MAX_SHOWN && (
        <p className={classes.empty}>
          Mostrando {MAX_SHOWN} de {matches.length.toLocaleString('pt-BR')}. Busque pelo nome para
          achar o resto.
        </p>
      )}
    </div>
  );
}

interface ChooserProps extends Pick<ItemListProps, 'category' | 'onCategory'> {
  categories: readonly Category[];
  search: string;
  onSearch: (search: string) => void;
}

const Chooser = ({ categories, category, onCategory, search, onSearch }: ChooserProps) => (
  <div className={classes.choose}>
    <span className={classes.select}>
      <select
        className={classes.field}
        aria-label="Categoria"
        value={category ?? ''}
        onChange={({ currentTarget }) => onCategory(currentTarget.value)}
      >
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </span>
    <label className={classes.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden />
      <input
        type="search"
        placeholder="Buscar"
        aria-label="Buscar nesta categoria"
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
    </label>
  </div>
);

/**
 * Number of consecutive failures for each host. After MAX_FAILURES a host gets no further requests
 * until the page is reloaded.
 */
const failures = new Map<string, number>();
const deadHosts = new Set<string>();
const MAX_FAILURES = 5;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

function countFailure(host: string): void {
  const count = (failures.get(host) ?? 0) + 1;
  failures.set(host, count);
  if (count >= MAX_FAILURES) deadHosts.add(host);
}

/**
 * Picture of an item, or the first letter of its name if the picture is missing or fails to load.
 */
function Picture({ item }: { item: Item }) {
  const [failed, setFailed] = useState(false);
  if (!item.icon || failed || deadHosts.has(hostOf(item.icon))) {
    return (
      <span className={classes.picture} aria-hidden>
        {item.name.trim().slice(0, 1).toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className={classes.picture}
      src={item.icon}
      alt=""
      loading="lazy"
      onLoad={() => failures.delete(hostOf(item.icon))}
      onError={() => {
        countFailure(hostOf(item.icon));
        setFailed(true);
      }}
    />
  );
}
