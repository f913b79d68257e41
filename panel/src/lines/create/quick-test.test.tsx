import { createIptvLine, getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { iptvLines } from '../platforms/iptv.ts';
import { LineReceipt } from '../receipt/LineReceipt.tsx';
import { p2pPlatform } from '../platforms/p2p.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { QUICK_TEST_NOTE, quickTestPackage, useQuickTest } from './quick-test.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { created, packages } from '../test/answers.ts';
import { p2pCreated, products } from '../test/p2p.tsx';
import { answering, calls, show } from '../test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Quick({ platform, note }: { platform: LinePlatform; note: string }) {
  const quick = useQuickTest(platform);
  const [receipt, setReceipt] = useState<Receipt>();
  return (
    <>
      <button type="button" onClick={() => void quick.run({ note, hours: 3 }).then(setReceipt)}>
        Gerar
      </button>
      {receipt && (
        <LineReceipt
          platform={platform}
          receipt={receipt}
          title="Teste criado com sucesso"
          phoneSubtitle=""
          onClose={() => setReceipt(undefined)}
        />
      )}
    </>
  );
}

const generate = () => fireEvent.click(screen.getByRole('button', { name: 'Gerar' }));

it('sends package 1, one credit and the specified note for an IPTV test, and shows its receipt', async () => {
  const requests = answering([
    [getIptvPackages, () => packages],
    [createIptvLine, () => created({ is_trial: true, test_hours: 3 })],
  ]);
  await show(<Quick platform={iptvLines} note="  " />, '/users-iptv');
  generate();
  expect(await screen.findByText('Teste criado com sucesso')).toBeDefined();
  expect(screen.getByRole('button', { name: /Copiar Completo/ })).toBeDefined();
  expect(calls(requests, createIptvLine)[0]).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    body: { isOficial: false, credits: 1, package: 1, test_hours: 3, nota: QUICK_TEST_NOTE },
  });
});

it('sends the complete plan and the typed note for a P2P test', async () => {
  const requests = answering([
    [p2pLines.products, () => products],
    [p2pLines.create, () => p2pCreated({ is_trial: true, test_hours: 3 })],
  ]);
  await show(<Quick platform={p2pPlatform} note="Loja do centro" />, '/users-p2p');
  generate();
  expect(await screen.findByRole('button', { name: /Copiar Simples/ })).toBeDefined();
  await waitFor(() => expect(calls(requests, p2pLines.create)).toHaveLength(1));
  expect(calls(requests, p2pLines.create)[0]?.body).toEqual({
    isOficial: false,
    credits: 1,
    test_hours: 3,
    productid: 1,
    nota: 'Loja do centro',
  });
});

it('uses the first package for tests when tests may not use package 1', () => {
  const option = (id: number, forTests: boolean) => ({ id, label: `Pacote ${id}`, forTests });
  const chosen = (...options: ReturnType<typeof option>[]) =>
    quickTestPackage(iptvLines, options)?.id;
  expect(chosen(option(5, true), option(1, true))).toBe(1);
  expect(chosen(option(4, false), option(5, true), option(1, false))).toBe(5);
  expect(chosen(option(4, false))).toBeUndefined();
});
