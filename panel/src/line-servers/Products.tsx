/**
 * Maps each product of this panel to a product of the server. The server accepts only lines whose
 * product is mapped.
 */
import { Button } from '@mantine/core';
import {
  type LineServerProducts,
  type OwnKind,
  getLineServerProducts,
  listLineServers,
  saveLineServerProducts,
} from '@ramal/contract/operations/line-servers';
import { useCall } from '../foundation/api/query.ts';
import { pluralize } from '../foundation/numbers.ts';
import { SelectField, TagsField } from '../ui/form/fields/choice-fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import type { ServerPartProps } from './Differences.tsx';
import classes from './Products.module.css';

export function Products({ server, header, above }: ServerPartProps) {
  const query = useCall(getLineServerProducts, {
    params: { id: server.id },
  });
  return (
    <>
      <PageHeader {...header} />
      {above}
      <Loaded
        query={query}
        failed="Não deu para carregar a correspondência"
        height={320}
        radius={12}
      >
        {(data) => <Mapping serverId={server.id} products={data} />}
      </Loaded>
    </>
  );
}

interface Choice {
  /** Package or product of the server. Empty if the server has no matching product. */
  readonly remote: string;
  /** Names of the server's bouquets. */
  readonly bouquets: readonly string[];
}

type Choices = Readonly<Record<string, Choice>>;

type OwnProduct = LineServerProducts['own'][number];

const keyOf = (kind: OwnKind, id: number): string => `${kind} ${id}`;

const noChoice: Choice = { remote: '', bouquets: [] };

function choicesOf({ own: ownProducts, mapped, offers }: LineServerProducts): Choices {
  const nameOf = new Map(offers.bouquets.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    ownProducts.map(({ kind, id }) => {
      const mapping = mapped.find((row) => row.ownKind === kind && row.ownId === id);
      const bouquets = (mapping?.remoteBouquets ?? []).flatMap(
        (bouquet) => nameOf.get(bouquet) ?? [],
      );
      return [keyOf(kind, id), { remote: mapping?.remoteId ?? '', bouquets }];
    }),
  );
}

function mappedOf({ own: ownProducts, offers }: LineServerProducts, choices: Choices) {
  const idOf = new Map(offers.bouquets.map(({ id, name }) => [name, id]));
  return ownProducts.flatMap(({ kind, id }) => {
    const { remote, bouquets } = choices[keyOf(kind, id)] ?? noChoice;
    const ids = bouquets.flatMap((name) => idOf.get(name) ?? []);
    if (kind === 'bouquet' ? ids.length === 0 : !remote) return [];
    return [
      {
        ownKind: kind,
        ownId: id,
        remoteId: kind === 'bouquet' ? null : remote,
        remoteBouquets: ids,
      },
    ];
  });
}

interface MappingProps {
  readonly serverId: number;
  readonly products: LineServerProducts;
}

function Mapping({ serverId, products }: MappingProps) {
  const form = useForm(saveLineServerProducts, {
    initial: { choices: choicesOf(products) },
    send: ({ choices }) => ({
      params: { id: serverId },
      body: { mapped: mappedOf(products, choices) },
    }),
    refresh: [getLineServerProducts, listLineServers],
    success: ({ message }) => ({ title: message }),
  });
  const { choices } = form.values;
  const change = (key: string, choice: Partial<Choice>) =>
    form.change({
      choices: { ...choices, [key]: { ...(choices[key] ?? noChoice), ...choice } },
    });
  return (
    <Panel p="2xl" label="Correspondência">
      <p>
        O servidor só recebe linhas do que está aqui. O que ficar em branco não vai para lá, e as
        linhas que já estão lá ficam.
      </p>
      <InlineForm form={form} className={classes.form}>
        {products.own.map((product) => (
          <OwnField
            key={keyOf(product.kind, product.id)}
            product={product}
            offers={products.offers}
            choice={choices[keyOf(product.kind, product.id)] ?? noChoice}
            onChange={(choice) => change(keyOf(product.kind, product.id), choice)}
          />
        ))}
        <Button type="submit" size="md" loading={form.busy} className={classes.save}>
          Salvar correspondência
        </Button>
      </InlineForm>
    </Panel>
  );
}

interface OwnFieldProps {
  readonly product: OwnProduct;
  readonly offers: LineServerProducts['offers'];
  readonly choice: Choice;
  readonly onChange: (choice: Partial<Choice>) => void;
}

const kindWords: Record<OwnKind, string> = {
  package: 'Pacote',
  bouquet: 'Bouquet',
  product: 'Produto',
};

function OwnField({ product, offers, choice, onChange }: OwnFieldProps) {
  const label = `${kindWords[product.kind]} ${product.name}`;
  const aside = product.lines > 0 ? pluralize(product.lines, 'linha lá', 'linhas lá') : undefined;
  if (product.kind === 'bouquet')
    return (
      <TagsField
        label={label}
        aside={aside}
        placeholder={choice.bouquets.length === 0 ? 'não vai para lá' : ''}
        data={offers.bouquets.map(({ name }) => name)}
        value={[...choice.bouquets]}
        onChange={(names) =>
          onChange({
            bouquets: names.filter((name) =>
              offers.bouquets.some((bouquet) => bouquet.name === name),
            ),
          })
        }
      />
    );
  return (
    <SelectField
      label={label}
      aside={aside}
      data={[
        { value: '', label: 'não vai para lá' },
        ...offers.packages.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={choice.remote}
      onChange={(remote) => onChange({ remote: remote ?? '' })}
    />
  );
}
