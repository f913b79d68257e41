/**
 * Expected receipts of the next 30 days. Shows the range, the parts of the sum, and the error of
 * the previous forecast.
 */
import { Text } from '@mantine/core';
import { getFigureTexts } from '@ramal/contract/numbers/figures';
import type { getNumbers } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { useIsPhone } from '../../foundation/viewport.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { LeadFigure } from '../LeadFigure.tsx';
import { formatCents, formatRate, monthWord, NO_FIGURE } from '../number-words.ts';
import type { RowsLink } from '../numbers-params.ts';
import { ForecastRange } from './ForecastRange.tsx';

type Forecast = NonNullable<ResponseOf<typeof getNumbers>['forecast']>;

interface ForecastCardProps {
  /** Null before the first computation. */
  readonly forecast: Forecast | null;
  readonly rowsOf: RowsLink;
}

export function ForecastCard({ forecast, rowsOf }: ForecastCardProps) {
  const isPhone = useIsPhone();
  const { label, definition } = getFigureTexts('forecast');
  return (
    <Panel gap="lg" p="var(--inset)" label="Previsão">
      <LeadFigure
        label={label}
        definition={definition}
        value={forecast ? formatCents(forecast.cents) : NO_FIGURE}
        to={forecast ? rowsOf('forecast') : undefined}
        note={
          isPhone || !forecast
            ? undefined
            : `renovações ${formatCents(forecast.renewalCents)} · novos ${formatCents(forecast.newCents)}`
        }
      />
      {forecast && (
        <ForecastRange
          lowCents={forecast.lowCents}
          expectedCents={forecast.cents}
          highCents={forecast.highCents}
        />
      )}
      {forecast?.last && (
        <Text c="var(--ink-2)" fz="note">
          Em {monthWord(forecast.last.month)} previu {formatCents(forecast.last.forecastCents)} e
          entraram {formatCents(forecast.last.receivedCents)}:{' '}
          <b>erro de {formatRate(forecast.last.error)}</b>
        </Text>
      )}
    </Panel>
  );
}
