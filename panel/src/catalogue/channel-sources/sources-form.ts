/** Values of the dialog about a channel's sources, and the request that saves them. */
import type { ChannelSource, ChannelSources } from '@ramal/contract/catalogue/channel-sources';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import type { Form } from '../../ui/form/use-form.ts';

export interface SourcesValues {
  /** Ids of the sources in the order that the admin chose. */
  order: readonly number[];
  /** True while the fields of a new source are shown. */
  adds: boolean;
  address: string;
  headers: string;
}

export type SourcesForm = Form<SourcesValues>;

export const toSourcesValues = ({ sources }: ChannelSources): SourcesValues => ({
  order: sources.map(({ id }) => id),
  adds: false,
  address: '',
  headers: '',
});

export function orderedSources(
  { sources }: ChannelSources,
  { order }: SourcesValues,
): ChannelSource[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

export const isChanged = ({ sources }: ChannelSources, { order, adds }: SourcesValues): boolean =>
  adds || order.join() !== sources.map(({ id }) => id).join();

export const toSourcesBody = ({ order, adds, address, headers }: SourcesValues) => ({
  sources: [
    ...order.map((id) => ({ id })),
    ...(adds ? [{ address, ...(headers.trim() === '' ? {} : { headers }) }] : []),
  ],
});

/**
 * Returns the errors of new sources. In the wire format their names contain the position of the
 * source, such as `sources.2.address`.
 */
export const readSourceErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([key, text]) => [
      /^sources\.\d+\.(address|headers)$/.exec(key)?.[1] ?? key,
      text,
    ]),
  );
