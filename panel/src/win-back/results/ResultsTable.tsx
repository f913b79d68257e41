/** «O que trouxe»: the result of each group compared with its control group. */
import { Box, Group, Text } from '@mantine/core';
import { WIN_BACK_RESULT_DAYS, winBackGroups } from '@ramal/contract/win-back/win-back-rules';
import { formatCents, formatShare, NO_FIGURE } from '../../numbers/number-words.ts';
import { formatCount } from '../../foundation/numbers.ts';
import { FigureLink } from '../../ui/FigureLink.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Loaded, type Query } from '../../ui/states/Loaded.tsx';
import { winBackRows } from '../win-back-params.ts';
import {
  formatSigned,
  GAIN_DEFINITION,
  gainRangeText,
  type GroupResult,
  RANGE_DEFINITION,
  type ResultsAnswer,
  RETURN_DEFINITION,
} from '../win-back-words.ts';
import { isDataMissing, missingDataText } from './result-words.ts';
import classes from './ResultsTable.module.css';

const explain = ({ discountCents }: ResultsAnswer): string =>
  `Como se conta: de quem recebeu e voltou, tira-se quem voltaria sozinho, pela taxa de quem ficou sem mensagem. O valor já desconta os cupons${discountCents > 0 ? ` (${formatCents(discountCents)})` : ''}. Um pagamento conta uma vez só. O intervalo abaixo do número é onde ele fica em 95 de 100 medições como esta.`;

export const ResultsTable = ({ query }: { query: Query<ResultsAnswer> }) => (
  <Loaded query={query} failed="Não deu para contar o que as mensagens trouxeram" height={320}>
    {(results) => (
      <Panel p={0} label="O que trouxe">
        <Group component="header" gap="2xl" justify="space-between" wrap="nowrap" p="2xl">
          <div>
            <Text component="h2" inherit fz="phone">
              O que trouxe
            </Text>
            <Text mt="3xs" c="var(--ink-2)" fz="control">
              Últimos {WIN_BACK_RESULT_DAYS} dias. {RETURN_DEFINITION}
            </Text>
          </div>
          <Box ta="right" data-tooltip={GAIN_DEFINITION}>
            <Box fz="var(--text-amount)" fw={600} className="num">
              {moneyOrNone(results.recoveredCents)}
            </Box>
            <Text c="var(--ink-2)" fz="note">
              {results.gain === null
                ? 'Faltam dados'
                : `${formatSigned(results.gain)} ${results.gain === 1 ? 'cliente' : 'clientes'} a mais`}
            </Text>
          </Box>
        </Group>
        <Table results={results} />
        <Text p="2xl" c="var(--ink-2)" fz="note">
          {explain(results)}
        </Text>
      </Panel>
    )}
  </Loaded>
);

const moneyOrNone = (cents: number | null): string =>
  cents === null ? NO_FIGURE : formatCents(cents);

const Table = ({ results }: { results: ResultsAnswer }) => (
  <table className={classes.root}>
    <thead>
      <tr>
        <th scope="col">Grupo</th>
        <th scope="col" data-number>
          Receberam
        </th>
        <th scope="col" data-number>
          Voltaram
        </th>
        <th scope="col" data-number>
          Sem mensagem
        </th>
        <th scope="col" data-number data-tooltip={RANGE_DEFINITION}>
          A mais
        </th>
        <th scope="col" data-number>
          Pagaram, em média
        </th>
        <th scope="col" data-number>
          Recuperado
        </th>
      </tr>
    </thead>
    <tbody>
      {results.groups.map((result) => (
        <ResultRow key={result.group} result={result} />
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td data-number>
          <Count count={results.received} to={winBackRows('received')} />
        </td>
        <td data-number>
          <b>
            <Count count={results.returned} to={winBackRows('returned')} />
          </b>{' '}
          <Share part={results.returned} whole={results.received} />
        </td>
        <td />
        <td data-number>
          <b>{results.gain === null ? NO_FIGURE : formatSigned(results.gain)}</b>
        </td>
        <td />
        <td data-number>
          <b>{moneyOrNone(results.recoveredCents)}</b>
        </td>
      </tr>
    </tfoot>
  </table>
);

function ResultRow({ result }: { result: GroupResult }) {
  const { group, received, returned, control, controlReturned, gain } = result;
  return (
    <tr>
      <th scope="row">{winBackGroups[group].label}</th>
      <td data-number>
        <Count count={received} to={winBackRows('received', { group })} />
      </td>
      <td data-number>
        <b>
          <Count count={returned} to={winBackRows('returned', { group })} />
        </b>{' '}
        <Share part={returned} whole={received} />
      </td>
      <td data-number>
        <Share part={controlReturned} whole={control} />{' '}
        <FigureLink to={control > 0 ? winBackRows('control', { group }) : undefined}>
          {`${formatCount(controlReturned)} de ${formatCount(control)}`}
        </FigureLink>
      </td>
      <td data-number>
        <b>{gain === null ? NO_FIGURE : formatSigned(gain)}</b>
        <Text component="small" inherit display="block" c="var(--ink-2)" fz="caption">
          {isDataMissing(result) ? missingDataText(result) : gainRangeText(result)}
        </Text>
      </td>
      <td data-number>{moneyOrNone(result.averageCents)}</td>
      <td data-number>
        <b>{moneyOrNone(result.recoveredCents)}</b>
      </td>
    </tr>
  );
}

interface CountProps {
  readonly count: number;
  readonly to: ReturnType<typeof winBackRows>;
}

const Count = ({ count, to }: CountProps) => (
  <FigureLink to={count > 0 ? to : undefined}>{formatCount(count)}</FigureLink>
);

const Share = (share: { part: number; whole: number }) => (
  <Text span inherit c="var(--ink-2)">
    {formatShare(share)}
  </Text>
);
