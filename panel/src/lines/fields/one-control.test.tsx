import { getIptvPackages, promoteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { migrateP2pToIptv } from '@ramal/contract/lines/line-migrations';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CreateLine } from '../create/CreateLine.tsx';
import { Lines } from '../list/Lines.tsx';
import { iptvLines } from '../platforms/iptv.ts';
import { p2pPlatform } from '../platforms/p2p.ts';
import { bouquets, lineListAnswer, packages, row } from '../test/answers.ts';
import { choose, open, server } from '../test/list.tsx';
import { p2pPage, p2pRow, p2pServer, pick } from '../test/p2p.tsx';
import { type Respond, show } from '../test/screen.tsx';

// Loaded before, so that no test waits for code that a list loads after its first paint.
beforeAll(() => import('../dialogs/LineDialogs.tsx'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const dialog = () => screen.findByRole('dialog');
const readyOrBouquets: Respond = ({ body }) => (body['package'] === true ? packages : bouquets);
const lines = (change: Parameters<typeof row>[0] = {}) =>
  server(
    () => lineListAnswer(row(change)),
    [getIptvPackages, readyOrBouquets],
    [promoteIptvLine, () => ({})],
  );

/** Each form with the line fields that it contains. */
const forms: readonly [string, () => Promise<HTMLElement>, readonly string[]][] = [
  [
    'creating',
    async () => {
      server(
        () => lineListAnswer(),
        [getIptvPackages, readyOrBouquets],
        [findLinesByWhatsapp, () => []],
      );
      await show(<CreateLine platform={iptvLines} />, '/users-iptv/create');
      return document.body;
    },
    ['product', 'credits', 'number', 'note', 'price'],
  ],
  [
    'activating',
    async () => {
      lines({ is_trial: true, status: 'Teste', rollback_min: null, days: 0.1 });
      await open();
      await choose('84920175', 'Ativar como oficial');
      return dialog();
    },
    ['product', 'credits'],
  ],
  [
    'migrating',
    async () => {
      p2pServer(
        p2pLines,
        () => p2pPage(p2pRow()),
        [getIptvPackages, readyOrBouquets],
        [migrateP2pToIptv, () => ({})],
      );
      await show(<Lines platform={p2pPlatform} />, '/users-p2p');
      await pick('dona.celia', 'Migrar IPTV');
      return dialog();
    },
    ['product', 'number'],
  ],
];

/** Appearance of each field: its role and the features that distinguish components. */
const looks: Record<string, (form: HTMLElement) => Promise<unknown>> = {
  product: async (form) => {
    const tiles = await within(form).findByRole('radiogroup', { name: /^Pacote/ });
    expect(within(form).queryByRole('combobox')).toBeNull();
    expect(within(form).queryByRole('radio', { name: 'Pacote pronto' })).toBeNull();
    return within(tiles)
      .getAllByRole('radio')
      .map((tile) => tile.closest('label')!.textContent)
      .filter((text) => text !== 'Manter plano atual');
  },
  credits: async (form) =>
    within(await within(form).findByRole('radiogroup', { name: 'Créditos' }))
      .getAllByRole('radio')
      .map((tile) => tile.closest('label')!.textContent),
  number: async (form) => attributes(await within(form).findByLabelText(/^WhatsApp/)),
  note: async (form) => attributes(await within(form).findByLabelText(/^Anotações/)),
  price: async (form) => attributes(await within(form).findByLabelText(/^Quanto o cliente paga/)),
};

const attributes = (field: HTMLElement) => [
  field.tagName,
  ...['placeholder', 'inputmode', 'maxlength', 'autocomplete'].map((name) =>
    field.getAttribute(name),
  ),
];

/** Appearance of the fields in the create form, which other forms must match. */
const inCreating: Record<string, unknown> = {};

it.each(forms)(
  'renders each field of a line by one control when %s',
  async (name, openForm, fields) => {
    const form = await openForm();
    for (const field of fields) {
      const look = await looks[field]!(form);
      if (name === 'creating') inCreating[field] = look;
      expect(look, field).toEqual(inCreating[field]);
    }
    const tiles = within(form).getByRole('radiogroup', { name: /^Pacote/ });
    const first = within(tiles).getAllByRole('radio')[0]!.closest('label')!.textContent;
    expect(first === 'Manter plano atual').toBe(name === 'activating');
  },
);
