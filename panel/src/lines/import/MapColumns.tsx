/** The second step: what each column is, and what is the same for every customer of the file. */
import {
  type LineFile,
  fileFields,
  getLineFile,
  judgeLineFile,
} from '@ramal/contract/lines/line-import';
import { IconCalendar, IconFileSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { countOf } from '../../foundation/numbers.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { FormFrame } from '../../ui/form/FormFrame.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { SelectField } from '../../ui/form/choice-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';
import { ProductField } from '../fields/ProductField.tsx';
import { spellDay } from '../migrators/due-day.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import {
  type PlanDraft,
  type PlanTexts,
  draftOf,
  fieldAt,
  fieldNames,
  objectionsTo,
  planOf,
  withField,
} from './file-plan.ts';

interface MapColumnsProps {
  file: LineFile;
  sold: readonly LinePlatform[];
  onJudged: () => void;
}

/** A row names a ready package: nobody puts bouquets together in a file. */
function readyOnly(platform: LinePlatform): LinePlatform {
  const { bouquets: _, ...ready } = platform;
  return ready;
}

const UNUSED = 'unused';
const options = [
  { value: UNUSED, label: 'Não usar' },
  ...fileFields.map((field) => ({ value: field as string, label: fieldNames[field] })),
];

export function MapColumns({ file, sold, onJudged }: MapColumnsProps) {
  const now = useNow();
  const form = useRef<HTMLFormElement>(null);
  const alert = useAlertDialog();
  const [draft, setDraft] = useState<PlanDraft>(() =>
    draftOf(
      file,
      sold.map(({ is }) => is.key),
    ),
  );
  const [shown, setShown] = useState<PlanTexts>({});
  const judge = useAction(judgeLineFile, { refresh: [getLineFile] });
  const platform = sold.find(({ is }) => is.key === draft.platform) ?? sold[0]!;
  const change = (more: Partial<PlanDraft>) => {
    setDraft({ ...draft, ...more });
    setShown({});
  };
  const submit = async () => {
    const texts = objectionsTo(draft, now);
    setShown(texts);
    if (Object.keys(texts).length > 0) {
      await alert({ title: 'Atenção', messages: Object.values(texts), tone: 'warn' });
      if (form.current) focusFirstError(form.current);
      return;
    }
    try {
      await judge.mutateAsync({ params: { id: file.id }, body: planOf(draft, now) });
    } catch (error) {
      const { title, message, requestId } = error as {
        title?: string;
        message: string;
        requestId?: string;
      };
      await alert({
        title: title ?? 'Ocorreu um erro',
        text: message,
        ...(requestId ? { requestId } : {}),
      });
      return;
    }
    onJudged();
  };
  const customers = file.rows - (draft.hasHeader ? 1 : 0);
  return (
    <FormFrame
      ref={form}
      onSubmit={() => void submit()}
      summary={{
        headLabel: 'No arquivo',
        head: countOf(customers, 'cliente', 'clientes'),
        rows: [
          { label: 'Arquivo', value: <span className="import-name">{file.name}</span> },
          { label: 'Plataforma', value: platform.is.label },
          {
            label: 'Vencimento',
            value: draft.columns.due === undefined ? draft.due || 'a informar' : 'de cada linha',
          },
        ],
        sentence: 'Nada é criado ainda: a conferência mostra o que será importado e quanto custa.',
        bar: {
          left: <b>{countOf(customers, 'cliente', 'clientes')}</b>,
          right: 'nada é criado ainda',
        },
        submit: 'Conferir o arquivo',
        icon: IconFileSearch,
        busy: judge.isPending,
      }}
    >
      {sold.length > 1 && (
        <FormSection title="Plataforma" hint="Onde as linhas serão criadas.">
          <Segmented
            label="Plataforma"
            wide
            value={platform.is.key}
            options={sold.map(({ is }) => ({ value: is.key, label: is.label }))}
            onChange={(key) => change({ platform: key as PlanDraft['platform'], packageId: null })}
          />
        </FormSection>
      )}
      <FormSection
        title="Colunas"
        hint="Confira o que é cada coluna. O que não importa fica como «Não usar»."
      >
        <div className="import-first">
          <span>A primeira linha do arquivo</span>
          <Segmented
            label="A primeira linha"
            wide
            value={draft.hasHeader ? 'titles' : 'customer'}
            options={[
              { value: 'titles', label: 'Tem os títulos' },
              { value: 'customer', label: 'Já é um cliente' },
            ]}
            onChange={(kind) => change({ hasHeader: kind === 'titles' })}
          />
        </div>
        <ul className="import-columns">
          {file.columns.map(({ title, samples }, index) => {
            const name = draft.hasHeader && title ? title : `Coluna ${index + 1}`;
            const field = fieldAt(draft.columns, index);
            const examples = (draft.hasHeader ? samples : [title, ...samples])
              .filter(Boolean)
              .slice(0, 2);
            return (
              <li
                key={index}
                className="import-column"
                data-used={field !== undefined || undefined}
              >
                <div className="import-column-words">
                  <b>{name}</b>
                  <span className="mono">{examples.join(' · ') || 'vazia'}</span>
                </div>
                <SelectField
                  label={`O que é «${name}»`}
                  labelHidden
                  data={options}
                  value={field ?? UNUSED}
                  onChange={(value) =>
                    change({
                      columns: withField(
                        draft.columns,
                        index,
                        fileFields.find((one) => one === value),
                      ),
                    })
                  }
                />
              </li>
            );
          })}
        </ul>
        {shown.columns && (
          <p className="field-error" role="alert">
            {shown.columns}
          </p>
        )}
      </FormSection>
      <FormSection title="Para todos" hint="Vale para as linhas que não dizem o seu.">
        <ProductField
          platform={readyOnly(platform)}
          value={{ custom: false, packageId: draft.packageId, bouquets: [] }}
          onChange={({ packageId }) => packageId !== undefined && change({ packageId })}
          error={shown.plan}
        />
        <TextField
          label="Vencimento"
          optional={draft.columns.due !== undefined}
          icon={IconCalendar}
          inputMode="numeric"
          autoComplete="off"
          placeholder="dd/mm/aaaa"
          hint="As linhas vencem às 23:59 do seu dia. Até 15 dias custa 0,6; depois, 1 crédito a cada 30 dias começados."
          value={draft.due}
          onChange={({ currentTarget: { value } }) => change({ due: spellDay(value) })}
          error={shown.due}
        />
      </FormSection>
    </FormFrame>
  );
}
