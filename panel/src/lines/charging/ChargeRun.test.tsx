// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import { chargeLine, listLinesToCharge, readLineMessage } from '@ramal/contract/lines/charging';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { extendIptvLine, getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { getReminderText } from '@ramal/contract/reminders/reminder-list';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { created, profile, row } from '../test/answers.ts';
import { answering, calls, show } from '../test/screen.tsx';
import { ChargeRun } from './ChargeRun.tsx';
import {
  NOW,
  heading,
  messageField,
  prepareRuns,
  press,
  sendButton,
  written,
} from './test/run-screen.ts';

type Line = WireAnswer<typeof listLinesToCharge>['lines'][number];
const seconds = NOW.getTime() / 1000;
const yesterday = seconds - 86_400;
const line = (id: number, nota: string, more: Partial<Line> = {}): Line => ({
  id,
  platform: 'iptv',
  username: `8492017${id}`,
  nota,
  whatsapp: `551195555014${id}`,
  exp_date_timestamp: yesterday,
  charged_at_timestamp: null,
  ...more,
});

const run = prepareRuns();

/** Keeps one panel mounted while the test leaves the run and opens it again. */
function Visits() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Sair' : 'Entrar'}</button>
      {isOpen && <ChargeRun />}
    </>
  );
}

async function open(lines: Line[], ...more: Parameters<typeof answering>[0]) {
  const requests = answering([
    [getProfile, () => profile()],
    [listLinesToCharge, () => ({ total: lines.length, lines })],
    [
      getIptvLinks,
      ({ path }) => {
        const line = lines.find(({ id }) => path.endsWith(`/${id}`))!;
        return created({ ...line, exp_date_timestamp: yesterday });
      },
    ],
    [
      chargeLine,
      ({ path }) => ({
        message: 'ok',
        id: Number(path.split('/')[3]),
        charged_at_timestamp: yesterday + 86_400,
      }),
    ],
    ...more,
  ]);
  await show(<Visits />, '/charge?due=expired');
  return requests;
}
const renewed = () => {
  const later = row({ id: 1, days: 30 });
  return {
    ...later,
    message: 'ok',
    exp_date_formatted: later.exp_date,
    charged: 1,
    balance: 1,
  };
};
const three = [line(1, 'Fátima Ribeiro'), line(2, 'Seu Osvaldo'), line(3, 'Edson')];

it('opens one conversation after the other, records each, and shows the outcomes at the end', async () => {
  const requests = await open(three);
  await heading('Fátima Ribeiro');
  await written();
  await press(sendButton);
  await heading('Seu Osvaldo');
  expect(run.opened[0]).toContain('wa.me/5511955550141?text=Oi, Fátima Ribeiro! Sua assinatura');
  expect(screen.getByRole('progressbar', { name: 'Andamento' }).getAttribute('value')).toBe('1');
  await press('Pular');
  await heading('Edson');
  await written();
  await press(sendButton);
  await heading('Você passou por todos');
  expect(screen.getByText('Pulado')).toBeDefined();
  expect(screen.getAllByText(/^Conversa aberta às/)).toHaveLength(2);
  expect(calls(requests, chargeLine).map(({ path }) => path)).toEqual([
    '/api/lines/1/charge',
    '/api/lines/3/charge',
  ]);
});

it('continues after a reload with the first customer who was neither charged nor skipped', async () => {
  await open(three);
  await heading('Fátima Ribeiro');
  await press('Pular');
  await heading('Seu Osvaldo');
  cleanup();
  await open([three[0]!, { ...three[1]!, charged_at_timestamp: seconds }, three[2]!]);
  expect(await heading('Edson')).toBeDefined();
});

it('moves forward and back with the arrow keys', async () => {
  await open(three);
  await heading('Fátima Ribeiro');
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await heading('Seu Osvaldo');
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(await heading('Fátima Ribeiro')).toBeDefined();
});

it('renews the line of a customer after the payment and the usual confirmation', async () => {
  await open([three[0]!], [extendIptvLine, renewed]);
  await heading('Fátima Ribeiro');
  await press('Já pagou: +30');
  await press('Sim, renovar');
  await heading('Você passou por todos');
  expect(screen.getByText(/^Renovado até/)).toBeDefined();
});

it('shows a charged customer as charged when the run is opened again', async () => {
  let lines = three;
  const requests = await open(
    three,
    [listLinesToCharge, () => ({ total: lines.length, lines })],
    [
      chargeLine,
      () => {
        lines = [{ ...three[0]!, charged_at_timestamp: seconds }, three[1]!, three[2]!];
        return { message: 'ok', id: 1, charged_at_timestamp: seconds };
      },
    ],
  );
  await heading('Fátima Ribeiro');
  await written();
  await press(sendButton);
  await heading('Seu Osvaldo');
  await waitFor(() => expect(lines[0]!.charged_at_timestamp).toBe(seconds));
  // During the run the list is not read again.
  expect(calls(requests, listLinesToCharge)).toHaveLength(1);
  await press('Sair');
  await press('Entrar');
  await screen.findByRole('heading', { level: 2 });
  expect(screen.queryByRole('heading', { name: 'Fátima Ribeiro' })).toBeNull();
  expect(await heading('Seu Osvaldo')).toBeDefined();
});

it('offers no second renewal to a renewed customer when the run is opened again', async () => {
  let lines = [three[0]!];
  const requests = await open(
    lines,
    [listLinesToCharge, () => ({ total: lines.length, lines })],
    [
      extendIptvLine,
      () => {
        lines = [];
        return renewed();
      },
    ],
  );
  await heading('Fátima Ribeiro');
  await press('Já pagou: +30');
  await press('Sim, renovar');
  await heading('Você passou por todos');
  expect(calls(requests, listLinesToCharge)).toHaveLength(1);
  await press('Sair');
  await press('Entrar');
  expect(await screen.findByText('Ninguém para cobrar')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Já pagou: +30' })).toBeNull();
});

it('keeps the shown customer and text when an earlier charge could not be stored', async () => {
  let fail: () => void = () => undefined;
  await open(three, [
    chargeLine,
    async () => {
      await new Promise<void>((resolve) => (fail = resolve));
      throw new Refusal('line_not_found');
    },
  ]);
  await heading('Fátima Ribeiro');
  await written();
  await press(sendButton);
  await heading('Seu Osvaldo');
  await written();
  fireEvent.change(messageField(), { target: { value: 'Só para o Osvaldo' } });
  fail();
  await screen.findByRole('alertdialog');
  expect(messageField().value).toBe('Só para o Osvaldo');
  expect(screen.getByText('Depois:').textContent).toContain('Fátima Ribeiro');
  fireEvent.click(screen.getByText('Pular'));
  await waitFor(() => expect(screen.getByText('Fátima Ribeiro').tagName).toBe('H2'));
  fireEvent.click(screen.getByText('Pular'));
  await waitFor(() => expect(screen.getByText('Edson').tagName).toBe('H2'));
});

it('shows that a charge could not be stored, and lists the customer again', async () => {
  await open(three, [
    chargeLine,
    () => {
      throw new Refusal('line_not_found');
    },
  ]);
  await heading('Fátima Ribeiro');
  await written();
  await press(sendButton);
  await screen.findByRole('alertdialog');
  expect(screen.getByText('Depois:').textContent).toBe('Depois: Fátima Ribeiro');
});

it('prompts for the number of a customer without one', async () => {
  await open([line(1, 'Seu Osvaldo', { whatsapp: null })]);
  await heading('Seu Osvaldo');
  await written();
  await press('Pôr número e enviar');
  await screen.findByText('Para qual número?');
  expect(run.opened).toEqual([]);
});

it('uses the replaced number from then on, also after going back', async () => {
  const requests = await open(three, [
    setLineWhatsapp,
    () => ({ ...row({ id: 1 }), message: 'ok', whatsapp: '5511988887766' }),
  ]);
  await heading('Fátima Ribeiro');
  await written();
  await press('Trocar o número');
  await screen.findByText('Agora: +55 (11) 95555-0141');
  fireEvent.change(screen.getByLabelText(/^WhatsApp/), { target: { value: '11988887766' } });
  await press('Enviar para +55 (11) 98888-7766');
  await heading('Seu Osvaldo');
  expect(run.opened[0]).toContain('wa.me/5511988887766?text=');
  await waitFor(() =>
    expect(calls(requests, setLineWhatsapp)[0]?.body).toEqual({ whatsapp: '11988887766' }),
  );
  await press('Voltar ao anterior');
  expect(
    await screen.findByRole('button', { name: 'Enviar para +55 (11) 98888-7766' }),
  ).toBeTruthy();
});

it('shows a text when there is no customer to charge', async () => {
  await open([]);
  expect(await screen.findByText('Ninguém para cobrar')).toBeDefined();
});

it('lists the next and the finished customers next to the current one', async () => {
  await open(three);
  await heading('Fátima Ribeiro');
  const names = () =>
    within(screen.getByRole('complementary', { name: 'Fila' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('b')!.textContent);
  expect(names()).toEqual(['Seu Osvaldo', 'Edson']);
  await press('Pular');
  await heading('Seu Osvaldo');
  expect(names()).toEqual(['Edson', 'Fátima Ribeiro']);
});

it('sends the text of the reminder that is due today', async () => {
  await open(
    three,
    [
      readLineMessage,
      ({ path }) => ({
        id: Number(path.split('/')[3]),
        text: 'Aviso do dia: {pix}',
        reminder_id: 81,
        renewal_link: '',
        price_cents: 3_500,
      }),
    ],
    [getReminderText, () => ({ id: 81, text: 'Aviso do dia: 000201' })],
  );
  await heading('Fátima Ribeiro');
  await waitFor(() => expect(messageField().value).toBe('Aviso do dia: 000201'));
});
