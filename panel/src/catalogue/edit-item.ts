/**
 * The form of a channel, film, episode or series. Only what was changed is sent: what is sent is the
 * admin's from then on, and imports leave it alone.
 */
import type { CatalogueStream } from '@ramal/contract/catalogue';
import { isStream, type Item } from './item.ts';

export interface ItemForm {
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
  /** 0 to 10, with a comma. */
  readonly rating: string;
  readonly minutes: string;
}

const said = (value: number | undefined): string => (value === undefined ? '' : String(value));

export function formOf(item: Item): ItemForm {
  const { name, icon, category_id, details } = item;
  const own: Partial<CatalogueStream> = isStream(item) ? item : {};
  return {
    name,
    number: said(own.number),
    icon,
    category: String(category_id),
    guide: own.epg_channel_id ?? '',
    adult: own.is_adult ?? false,
    hidden: own.hidden ?? false,
    plot: details.plot ?? '',
    year: said(details.year),
    genre: details.genre ?? '',
    cast: details.cast ?? '',
    director: details.director ?? '',
    rating: said(details.rating).replace('.', ','),
    minutes: said(
      details.duration_seconds === undefined
        ? undefined
        : Math.round(details.duration_seconds / 60),
    ),
  };
}

const detailFields = ['plot', 'year', 'genre', 'cast', 'director', 'rating', 'minutes'] as const;

/** The body of the call; undefined when nothing was changed. */
export function changesOf(item: Item, form: ItemForm): Record<string, unknown> | undefined {
  const before = formOf(item);
  const differs = (field: keyof ItemForm): boolean => form[field] !== before[field];
  const body: Record<string, unknown> = {
    // An emptied name is sent as a blank, which the declaration refuses; empty text would be left out (V-07).
    ...(differs('name') ? { name: form.name || ' ' } : {}),
    ...(differs('number') ? { number: form.number } : {}),
    ...(differs('icon') ? { icon: form.icon || null } : {}),
    ...(differs('category') ? { category_id: Number(form.category) } : {}),
    ...(differs('guide') ? { epg_channel_id: form.guide || null } : {}),
    ...(differs('adult') ? { is_adult: form.adult } : {}),
    ...(differs('hidden') ? { hidden: form.hidden } : {}),
    ...(detailFields.some(differs) ? { details: detailsOf(item, form) } : {}),
  };
  return Object.keys(body).length > 0 ? body : undefined;
}

/** All of them together: what is left out is taken away. */
function detailsOf(item: Item, form: ItemForm): Record<string, unknown> {
  const { plot, year, genre, cast, director, rating, minutes } = form;
  const seconds =
    minutes === formOf(item).minutes ? item.details.duration_seconds : Number(minutes) * 60;
  const all = {
    plot,
    year,
    genre,
    cast,
    director,
    rating: rating === '' ? '' : Number(rating.replace(',', '.')),
    duration_seconds: minutes === '' ? '' : seconds,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== '' && value !== undefined),
  );
}
