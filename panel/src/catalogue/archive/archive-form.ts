/** Values of the archive dialog, and the changes that it sends. */
import type { ArchiveKind, ChannelArchive } from '@ramal/contract/catalogue/archive';
import { parseWhole } from '../../foundation/amounts.ts';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { Form } from '../../ui/form/use-form.ts';

export interface ArchiveValues {
  days: number;
  /** Ids of the sources in the order that the admin chose. */
  order: readonly number[];
  /** Kind of the new source. Empty if no source is added. */
  kind: string;
  address: string;
  depth: string;
}

export type ArchiveForm = Form<ArchiveValues>;

export const toArchiveValues = (archive: ChannelArchive): ArchiveValues => ({
  days: archive.chosenDays ?? archive.promisedDays,
  order: archive.sources.map(({ id }) => id),
  kind: '',
  address: '',
  depth: '7',
});

export function orderedSources({ sources }: ChannelArchive, { order }: ArchiveValues) {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns only the changed values. An unchanged `days` is not sent, because it would override a
 * later change of `promisedDays`.
 */
export function toArchiveChanges(archive: ChannelArchive, values: ArchiveValues) {
  const initial = toArchiveValues(archive);
  const { kind, address, depth } = values;
  const added =
    kind === '' ? [] : [{ kind: kind as ArchiveKind, address, days: parseWhole(depth) ?? 0 }];
  const isSame = values.order.join() === initial.order.join() && added.length === 0;
  const existing = orderedSources(archive, values).map((source) => ({
    id: source.id,
    kind: source.kind,
    days: source.days,
  }));
  return {
    ...(values.days === initial.days ? {} : { days: values.days }),
    ...(isSame ? {} : { sources: [...existing, ...added] }),
  };
}

/**
 * Returns the errors of new sources. In the wire format their names contain the position of the
 * source, such as `sources.2.address`.
 */
export const readSourceErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([key, text]) => {
      const [, field] = /^sources\.\d+\.(address|days)$/.exec(key) ?? [];
      return [field === 'days' ? 'depth' : (field ?? key), text];
    }),
  );
