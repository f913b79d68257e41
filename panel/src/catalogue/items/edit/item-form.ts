/**
 * Form of a channel, film, episode or series. Only changed fields are sent: once a field is sent,
 * later imports no longer overwrite it.
 */
import type { CatalogueStream } from '@ramal/contract/catalogue/catalogue';
import { isStream, type Item } from '../item.ts';

export interface ItemValues {
  readonly name: string;
  readonly number: string;
  readonly icon: string;
  readonly category: string;
  readonly guide: string;
  readonly adult: boolean;
  readonly hidden: boolean;
  readonly plot: string;
  readonly year: string;
  readonly genre: string;
  readonly cast: string;
  readonly director: string;
  /** Text from 0 to 10, with a decimal comma. */
  readonly rating: string;
  readonly minutes: string;
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));

export function toItemValues(item: Item): ItemValues {
  const { name, icon, categoryId, details } = item;
  const stream: Partial<CatalogueStream> = isStream(item) ? item : {};
  return {
    name,
    number: textOf(stream.number),
    icon,
    category: String(categoryId),
    guide: stream.epgChannelId ?? '',
    adult: stream.isAdult ?? false,
    hidden: stream.hidden ?? false,
    plot: details.plot ?? '',
    year: textOf(details.year),
    genre: details.genre ?? '',
    cast: details.cast ?? '',
    director: details.director ?? '',
    rating: textOf(details.rating).replace('.', ','),
    minutes: textOf(
      details.durationSeconds === undefined ? undefined : Math.round(details.durationSeconds / 60),
    ),
  };
}

/** Wire names of the fields that have another name here. */
export const itemWireNames = {
  category: 'categoryId',
  guide: 'epgChannelId',
  adult: 'isAdult',
  plot: 'details.plot',
  year: 'details.year',
  genre: 'details.genre',
  cast: 'details.cast',
  director: 'details.director',
  rating: 'details.rating',
  minutes: 'details.duration_seconds',
} as const;

const detailFields = ['plot', 'year', 'genre', 'cast', 'director', 'rating', 'minutes'] as const;

/** Returns the body of the call, or undefined if no field was changed. */
export function changedFields(item: Item, values: ItemValues): Record<string, unknown> | undefined {
  const before = toItemValues(item);
  const differs = (field: keyof ItemValues): boolean => values[field] !== before[field];
  const body: Record<string, unknown> = {
    // An empty name is sent as a space, so that the contract rejects it. Empty text would be
    // omitted (V-07).
    ...(differs('name') ? { name: values.name || ' ' } : {}),
    ...(differs('number') ? { number: values.number } : {}),
    ...(differs('icon') ? { icon: values.icon || null } : {}),
    ...(differs('category') ? { categoryId: Number(values.category) } : {}),
    ...(differs('guide') ? { epgChannelId: values.guide || null } : {}),
    ...(differs('adult') ? { isAdult: values.adult } : {}),
    ...(differs('hidden') ? { hidden: values.hidden } : {}),
    ...(detailFields.some(differs) ? { details: detailsOf(item, values) } : {}),
  };
  return Object.keys(body).length > 0 ? body : undefined;
}

/** Returns all details together, because the server removes a detail that is missing. */
function detailsOf(item: Item, values: ItemValues): Record<string, unknown> {
  const { plot, year, genre, cast, director, rating, minutes } = values;
  const seconds =
    minutes === toItemValues(item).minutes ? item.details.durationSeconds : Number(minutes) * 60;
  const all = {
    plot,
    year,
    genre,
    cast,
    director,
    rating: rating === '' ? '' : Number(rating.replace(',', '.')),
    durationSeconds: minutes === '' ? '' : seconds,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== '' && value !== undefined),
  );
}
