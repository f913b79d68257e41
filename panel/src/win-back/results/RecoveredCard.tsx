/** «Recuperado em 90 dias»: the money that the messages brought, on the phone. */
import { WIN_BACK_RESULT_DAYS } from '@ramal/contract/win-back/win-back-rules';
import { LeadFigure } from '../../numbers/LeadFigure.tsx';
import { formatCents, NO_FIGURE } from '../../numbers/number-words.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Loaded, type Query } from '../../ui/states/Loaded.tsx';
import { winBackRows } from '../win-back-params.ts';
import { formatSigned, GAIN_DEFINITION, type ResultsAnswer } from '../win-back-words.ts';

export const RecoveredCard = ({ query }: { query: Query<ResultsAnswer> }) => (
  <Loaded query={query} failed="Não deu para contar o que voltou" height={96}>
    {({ gain, recoveredCents }) => (
      <Panel label="Recuperado">
        <LeadFigure
          label={`Recuperado em ${WIN_BACK_RESULT_DAYS} dias`}
          value={recoveredCents === null ? NO_FIGURE : formatCents(recoveredCents)}
          definition={GAIN_DEFINITION}
          to={winBackRows('returned')}
          note={
            gain === null
              ? 'Faltam dados no grupo sem mensagem'
              : `${formatSigned(gain)} ${gain === 1 ? 'cliente' : 'clientes'} a mais que sem mensagem`
          }
        />
      </Panel>
    )}
  </Loaded>
);
